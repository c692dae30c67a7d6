import type { Command, Context } from '../command.ts'
import { connect, SERVER_OPTIONS } from '../connect.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import { followScan } from '../follow.ts'
import type { Parsed } from '../options.ts'
import { showProgress, silentProgress } from '../render/progress.ts'
import { clean, safeJson } from '../render/text.ts'
import { Started, type CoverageItem } from '../wire.ts'
import { AUTH_NAMES } from './auth-options.ts'
import { credentials, SCAN_OPTIONS } from './scan-options.ts'

const SHARED = ['header', ...AUTH_NAMES, 'json', 'quiet']

type Verdict = Readonly<{ text: string; exitCode: ExitCode }>

/** A re-test has one check; what became of it is what became of the finding. */
function verdictOf(item: CoverageItem | undefined): Verdict {
  if (item?.outcome === 'found') return { text: 'STILL THERE', exitCode: EXIT.findings }
  if (item?.outcome === 'passed') return { text: 'FIXED', exitCode: EXIT.passed }
  const reason = item?.reason ?? 'the re-test did not get there'
  return { text: `NOT TESTED · ${clean(reason)}`, exitCode: EXIT.scanFailed }
}

async function run(context: Context, parsed: Parsed): Promise<ExitCode> {
  const { terminal, interrupted } = context
  const [scanId = '', findingId = ''] = parsed.positionals
  const body = credentials(parsed, context.env)
  const session = await connect(context, parsed)
  const isQuiet = parsed.has('quiet')
  const view = isQuiet ? silentProgress : showProgress(terminal)
  try {
    const { client } = session
    const path = `/api/scan/${encodeURIComponent(scanId)}/findings/${encodeURIComponent(findingId)}/retest`
    const started = await client.call(path, Started, { method: 'POST', body })
    const { scan_id } = started.value
    if (!isQuiet) terminal.err(`Testing again (scan ${clean(scan_id)})\n`)
    const follow = { signal: interrupted, onProgress: view.show }
    const { raw, value } = await followScan(client, scan_id, follow).finally(view.end)
    const [item] = value.status === 'completed' ? await client.coverage(scan_id) : []
    const { text, exitCode } = verdictOf(item)
    terminal.out(`${parsed.has('json') ? safeJson(raw) : text}\n`)
    return exitCode
  } finally {
    await session.close()
  }
}

export const retestCommand: Command = {
  name: 'retest',
  operands: ['<scan-id>', '<finding-id>'],
  summary: 'test one finding of an ended scan again',
  options: [...SERVER_OPTIONS, ...SCAN_OPTIONS.filter(({ name }) => SHARED.includes(name))],
  examples: [
    'palisade retest 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11 5b2f0c9d7e1a4638',
    "palisade retest 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11 5b2f0c9d7e1a4638 --cookie 'session=…'",
  ],
  notes: [
    'Where the scan had cookies, a token, a login or headers, give the same kind: they are never kept.',
    'Exit codes: 0 fixed · 1 still there · 2 wrong usage · 3 not tested · 4 server refused · 130 interrupted.',
  ],
  run,
}
