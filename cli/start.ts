import { EXIT } from './exit.ts'
import { main } from './main.ts'

// npm passes Ctrl-C on to a process that the terminal has told already: two in a row are one wish.
const SECOND_WISH_MS = 1500

/** Aborts on the first signal; one that comes again later ends the process at once. */
function watchSignals(): AbortSignal {
  const controller = new AbortController()
  let firstAt = 0
  const onSignal = () => {
    if (controller.signal.aborted && Date.now() - firstAt > SECOND_WISH_MS) {
      process.exit(EXIT.interrupted)
    }
    if (controller.signal.aborted) return
    firstAt = Date.now()
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return controller.signal
}

/** Runs the process's command line, and ends the process with its exit code. */
export async function start(argv: readonly string[]): Promise<void> {
  const interrupted = watchSignals()
  // `palisade checks | head`: whoever read us has gone, there is nobody left to tell.
  process.stdout.on('error', () => process.exit(EXIT.interrupted))
  const exitCode = await main(argv, { env: process.env, cwd: process.cwd(), interrupted })
  process.exit(exitCode)
}
