import { createServer } from 'node:net'

import type { Miniflare as MiniflareRuntime } from 'miniflare'

import { usageError } from '../exit.ts'
import { D1_BINDING, runtimeWorkers, type WorkerSource } from './bindings.ts'
import { guardRuntime, runtimeCommand, runtimeEnv } from './guard.ts'
import { listenOnLoopback } from './listen.ts'
import { RuntimeLog, type FileLog } from './log.ts'
import { applyMigrations } from './migrations.ts'
import { convertV4MiniflareOptions, Miniflare, MiniflareCoreError } from './miniflare.ts'
import type { StatePaths } from './state.ts'

const DISPOSE_TIMEOUT_MS = 5000
/** V8 lets garbage lie while there is room, and large pages are much garbage: this clears it earlier. */
const SMALL_HEAP = '--max-semi-space-size=4 --heap-growing-percent=30'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type Runtime = Readonly<{ url: string; stop(): Promise<void> }>

/** A port that is free now. Whoever binds it later must be ready to find it taken. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

export const isPortTaken = (error: unknown): boolean =>
  error instanceof MiniflareCoreError && error.code === 'ERR_ADDRESS_IN_USE'

export const portTaken = (port: number) =>
  usageError(`Port ${port} is in use. Set PORT to another port, or to 0 for any free one.`)

/** Miniflare ends the process at once on a signal; the CLI stops in its own order instead. */
function withoutSignalHandlers<T>(make: () => T): T {
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]))
  const made = make()
  for (const [signal, known] of before) {
    for (const listener of process.listeners(signal)) {
      if (!known.includes(listener)) process.removeListener(signal, listener)
    }
  }
  return made
}

export type RuntimeOptions = Readonly<{
  source: WorkerSource
  paths: StatePaths
  migrations: string
  log: FileLog
  /** The runtime crashed and was started again, with the settings it was first given. */
  onRestart(): Promise<void>
}>

function makeMiniflare(options: RuntimeOptions): MiniflareRuntime {
  const { source, paths, log } = options
  process.env['MINIFLARE_WORKERD_V8_FLAGS'] ??= SMALL_HEAP
  if (process.platform !== 'win32') process.env['MINIFLARE_WORKERD_PATH'] = runtimeCommand()
  const converted = convertV4MiniflareOptions({
    ...runtimeWorkers(source),
    host: source.host,
    port: 0,
    // Or Miniflare would ask a host on the internet where it is.
    cf: false,
    telemetry: { enabled: false },
    logRequests: false,
    log: new RuntimeLog(log),
    handleStructuredLogs: (entry) => log.line(entry.level, entry.message),
    resourcePersistencePath: paths.dir,
    unsafeRuntimeEnv: runtimeEnv(paths.runtimePid),
    unsafeHandleRuntimeRestart: options.onRestart,
  })
  return withoutSignalHandlers(() => new Miniflare(converted))
}

/** Ends the runtime; the guard does it should Miniflare not manage to. */
async function stopMiniflare(miniflare: MiniflareRuntime, releaseGuard: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = globalThis.setTimeout(() => resolve('late'), DISPOSE_TIMEOUT_MS)
  })
  const outcome = await Promise.race([miniflare.dispose().then(() => 'done' as const), late])
  clearTimeout(timer)
  if (outcome === 'done') await releaseGuard()
}

/** Starts workerd on the built bundle and brings the database up to date. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const guard = guardRuntime(options.paths.runtimePid)
  const miniflare = makeMiniflare(options)
  try {
    await miniflare.ready
    await applyMigrations(await miniflare.getD1Database(D1_BINDING), options.migrations)
    const { host, port } = options.source
    return { url: `http://${host}:${port}`, stop: () => stopMiniflare(miniflare, guard.release) }
  } catch (error) {
    await stopMiniflare(miniflare, guard.release)
    throw error
  }
}
