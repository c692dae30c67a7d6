import { resolve } from 'node:path'

import { RefusedError, type Client } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { connect } from '../connect.ts'
import { readDescription } from '../description.ts'
import { EXIT, isCliError, type ExitCode } from '../exit.ts'
import { followScan, pollUntilEnded } from '../follow.ts'
import { fileIn, makeFolder, saveReport } from '../formats.ts'
import type { Parsed } from '../options.ts'
import { showProgress, silentProgress } from '../render/progress.ts'
import { plural, reportLines } from '../render/report.ts'
import { clean, safeJson } from '../render/text.ts'
import { exitCodeOf } from '../verdict.ts'
import type { CoverageItem, Progress } from '../wire.ts'
import { SCAN_OPTIONS, scanArguments, type ScanArguments } from './scan-options.ts'

const AFTER_ABORT_MS = 30_000
const AFTER_INTERRUPT_MS = 5000

type Run = Readonly<{ context: Context; args: ScanArguments; client: Client }>

/** Asks the scan to stop and waits, for a while, until it has; null when it did not in time. */
async function stopScan(client: Client, scanId: string, waitMs: number) {
  try {
    await client.abort(scanId)
  } catch (error) {
    // It ended by itself in the same moment.
    if (!(error instanceof RefusedError && error.code === 'scan_not_running')) throw error
  }
  const signal = AbortSignal.timeout(waitMs)
  try {
    return await pollUntilEnded(client, scanId, signal)
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** Follows the scan to its end, or aborts it on Ctrl-C or when --timeout has passed. */
async function watch({ context, args, client }: Run, scanId: string) {
  const { terminal, interrupted } = context
  const timeout = args.timeoutS === null ? null : AbortSignal.timeout(args.timeoutS * 1000)
  const signal = timeout ? AbortSignal.any([interrupted, timeout]) : interrupted
  const view = args.quiet ? silentProgress : showProgress(terminal)
  const seen: { last: Progress | null } = { last: null }
  try {
    const answer = await followScan(client, scanId, {
      signal,
      onProgress: (progress) => {
        seen.last = progress
        view.show(progress)
      },
    })
    return { answer, ...seen }
  } catch (error) {
    if (!signal.aborted) throw error
    view.end()
    if (interrupted.aborted) {
      terminal.err('Stopping the scan …\n')
      await stopScan(client, scanId, AFTER_INTERRUPT_MS)
      return null
    }
    terminal.err(`The scan did not end within ${args.timeoutS} s; aborting it …\n`)
    const answer = await stopScan(client, scanId, AFTER_ABORT_MS)
    return answer && { answer, ...seen }
  } finally {
    view.end()
  }
}

// The report is worth showing without it: older servers have no coverage, and reads are limited.
async function coverageOf(client: Client, scanId: string): Promise<readonly CoverageItem[] | null> {
  try {
    return await client.coverage(scanId)
  } catch (error) {
    if (isCliError(error)) return null
    throw error
  }
}

async function writeFiles({ context, args, client }: Run, scanId: string): Promise<void> {
  if (args.files === null) return
  const folder = resolve(context.cwd, args.files.folder)
  const world = { client, terminal: context.terminal, isQuiet: args.quiet }
  for (const format of args.files.formats) {
    await saveReport(world, scanId, format, fileIn(folder, format))
  }
}

/** Starts the scan, of an API by its description where one is given. */
async function start({ context: { cwd, terminal }, args, client }: Run): Promise<string> {
  if (args.openapi === null) return client.start(args.body)
  const description = await readDescription(args.openapi, cwd)
  const { scan_id, operations, skipped } = await client.startFromOpenApi({
    ...args.body,
    ...description,
  })
  if (!args.quiet) {
    const left = skipped.length === 0 ? '' : `, ${skipped.length} are not sent`
    terminal.err(`${plural(operations, 'operation')} described${left}\n`)
  }
  return scan_id
}

async function scan(run: Run): Promise<ExitCode> {
  const { context, args, client } = run
  const { terminal } = context
  if (context.interrupted.aborted) return EXIT.interrupted
  const scanId = await start(run)
  if (!args.quiet) terminal.err(`Scanning ${clean(args.target)} (scan ${clean(scanId)})\n`)
  const watched = await watch(run, scanId)
  if (context.interrupted.aborted) return EXIT.interrupted
  if (!watched) return EXIT.scanFailed
  const { raw, value } = watched.answer
  if (args.json) {
    terminal.out(`${safeJson(raw)}\n`)
  } else {
    const coverage = await coverageOf(client, scanId)
    const { columns, colours } = terminal
    const lines = reportLines({
      scan: value,
      coverage,
      requestsSent: watched.last?.requests_sent ?? null,
      elapsedMs: watched.last?.elapsed_ms ?? null,
      columns,
      colours,
    })
    terminal.out(`${lines.join('\n')}\n`)
  }
  if (value.results === null) {
    if (args.files !== null) terminal.err('The scan has no results: no files were written.\n')
  } else {
    await writeFiles(run, scanId)
  }
  const asksGate = args.gate.query !== null && value.status === 'completed'
  const gate = asksGate ? (await client.gate(scanId, args.gate.query ?? {})).value : null
  return exitCodeOf({ status: value.status, partial: value.results?.partial ?? false }, gate)
}

async function run(context: Context, parsed: Parsed): Promise<ExitCode> {
  const args = scanArguments(parsed, context.env)
  // Before the scan: a folder that cannot be made is better known now than after an hour.
  if (args.files !== null) await makeFolder(resolve(context.cwd, args.files.folder))
  const session = await connect(context, parsed)
  try {
    return await scan({ context, args, client: session.client })
  } finally {
    await session.close()
  }
}

export const scanCommand: Command = {
  name: 'scan',
  operands: ['<url>'],
  summary: 'scan a site and print what was found',
  options: SCAN_OPTIONS,
  examples: [
    'palisade scan http://127.0.0.1:3000',
    'palisade scan https://staging.example.com --profile gate --fail-on high',
    'palisade scan https://api.example.com --openapi openapi.yaml',
    'palisade scan https://staging.example.com --out reports --format sarif,junit,pdf',
    "palisade scan https://app.example.com --cookie 'session=…' --exclude /logout --json > scan.json",
    'palisade scan URL --login-url URL --username anna --password-env VARIABLE --success-url /home',
  ],
  notes: [
    'Scan only what you own or have permission to test.',
    'Without --server the whole service runs inside this command; its state is in .palisade/ or $PALISADE_STATE.',
    'Exit codes: 0 gate passed · 1 findings · 2 wrong usage · 3 scan failed or partial · 4 server refused · 130 interrupted.',
  ],
  run,
}
