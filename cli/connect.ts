import { makeClient, type Client } from './client.ts'
import type { Context } from './command.ts'
import { isHealthy } from './embedded/local-api.ts'
import { isAlive } from './embedded/lock.ts'
import { readLocalJson, stateDirOf, statePaths } from './embedded/state.ts'
import { usageError } from './exit.ts'
import type { OptionSpec, Parsed } from './options.ts'
import { serverUrl } from './values.ts'

export const SERVER_OPTIONS: readonly OptionSpec[] = [
  { name: 'server', value: 'URL', help: 'use this server (or PALISADE_SERVER); default: embedded' },
  { name: 'key', value: 'KEY', help: 'its API key; better in PALISADE_KEY' },
]

export type Session = Readonly<{
  client: Client
  /** Ends an embedded service that was started for this command. */
  close(): Promise<void>
}>

const staysUp = () => Promise.resolve()

function remote(context: Context, parsed: Parsed): Session | null {
  const fromOption = parsed.one('server')
  const url = fromOption ?? context.env['PALISADE_SERVER'] ?? ''
  if (url === '') {
    if (parsed.has('key')) throw usageError('--key needs --server.')
    return null
  }
  const key = parsed.one('key') ?? context.env['PALISADE_KEY'] ?? ''
  if (key === '') throw usageError('The server needs an API key: set PALISADE_KEY or give --key.')
  const name = fromOption === null ? 'PALISADE_SERVER' : '--server'
  return { client: makeClient({ url: serverUrl(url, name), key }), close: staysUp }
}

/**
 * The server a command talks to: the one that was named, else the one that `serve` runs on this
 * state, else an embedded one of its own, which locks the state while it runs.
 */
export async function connect(context: Context, parsed: Parsed): Promise<Session> {
  const named = remote(context, parsed)
  if (named) return named
  const paths = statePaths(stateDirOf(context.env, context.cwd))
  const local = await readLocalJson(paths)
  if (local && isAlive(local.pid) && (await isHealthy(local.url))) {
    return { client: makeClient(local), close: staysUp }
  }
  // Miniflare is large: commands that do not need it start faster without it.
  const { startEmbedded } = await import('./embedded/service.ts')
  const debug = Boolean(context.env['PALISADE_DEBUG'])
  const embedded = await startEmbedded({ paths, port: 0, debug, env: context.env })
  if (embedded.notice !== null) context.terminal.err(`${embedded.notice}\n`)
  return { client: makeClient(embedded), close: embedded.stop }
}
