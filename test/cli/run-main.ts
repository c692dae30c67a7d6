import { main } from '../../cli/main.ts'
import { startFakeServer, type Script } from './fake-server.ts'
import { fakeTerminal } from './support.ts'

export type RunOptions = Readonly<{
  script?: Script
  interrupted?: AbortSignal
  isLive?: boolean
}>

/** Runs a command line against a fake server whose key comes from the environment. */
export async function run(argv: readonly string[], options: RunOptions = {}) {
  const { terminal, written } = fakeTerminal({ isLive: options.isLive ?? false })
  const server = await startFakeServer(options.script ?? {})
  try {
    const env = {
      PALISADE_SERVER: server.url,
      PALISADE_KEY: 'psk_live_s3cret',
      PALISADE_STATE: '/nonexistent/palisade',
    }
    const interrupted = options.interrupted ?? new AbortController().signal
    const exitCode = await main(argv, { env, cwd: '/', interrupted }, terminal)
    return { exitCode, ...written, seen: server.seen }
  } finally {
    await server.close()
  }
}
