import { once } from 'node:events'
import { rm } from 'node:fs/promises'

import type { Command, Context } from '../command.ts'
import { writePrivate } from '../embedded/files.ts'
import { stateDirOf, statePaths } from '../embedded/state.ts'
import type { Environment } from '../terminal.ts'
import { EXIT, usageError, type ExitCode } from '../exit.ts'

const DEFAULT_PORT = '8787'
const MOST_PORT = 65_535

/** PORT, by default 8787; 0 = any free port. */
export function portOf(env: Environment): number {
  const text = env['PORT'] || DEFAULT_PORT
  if (/^\d{1,5}$/.test(text) && Number(text) <= MOST_PORT) return Number(text)
  throw usageError(`PORT must be a number from 0 to ${MOST_PORT}.`)
}

async function run(context: Context): Promise<ExitCode> {
  const { terminal, env, cwd, interrupted } = context
  const port = portOf(env)
  const paths = statePaths(stateDirOf(env, cwd))
  const { startEmbedded } = await import('../embedded/service.ts')
  const service = await startEmbedded({ paths, port, debug: Boolean(env['PALISADE_DEBUG']), env })
  try {
    const local = { url: service.url, key: service.key, pid: process.pid }
    await writePrivate(paths.localJson, `${JSON.stringify(local)}\n`)
    const { bold, dim } = terminal.colours
    terminal.out(
      [
        bold('Palisade is running.'),
        '',
        `  Dashboard  ${service.url}/`,
        `  API docs   ${service.url}/api/docs`,
        `  API key    ${service.key}`,
        `  State      ${paths.dir}`,
        '',
        dim(`  Scan:  npm run scan -- http://127.0.0.1:3000        Log:  ${paths.log}`),
        dim('  Stop:  Ctrl-C'),
        '',
        ...(service.notice === null ? [] : [`  ${service.notice}`, '']),
      ].join('\n'),
    )
    if (!interrupted.aborted) await once(interrupted, 'abort')
    terminal.err('Stopping …\n')
  } finally {
    await rm(paths.localJson, { force: true })
    await service.stop()
  }
  return EXIT.passed
}

export const serveCommand: Command = {
  name: 'serve',
  operands: [],
  summary: 'run the whole service on loopback (npm start)',
  options: [],
  examples: ['palisade serve', 'PORT=0 PALISADE_STATE=/tmp/palisade palisade serve'],
  notes: [
    'PORT: default 8787; 0 = any free port. PALISADE_STATE: where everything is kept, default .palisade/.',
    'CHROME_PATH: the Chromium to start; CHROME_WS_URL: the debugging port of one that runs; PALISADE_BROWSER=off: none.',
    'PALISADE_DEBUG=1 copies the log of the runtime to standard error.',
  ],
  run,
}
