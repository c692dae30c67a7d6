import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { get } from '../range/kit/app.ts'
import { html } from '../range/kit/html.ts'
import { serve } from '../range/kit/listen.ts'
import { runCli, sharedService, type CliResult, type Service } from './e2e-instance.ts'

export const QUICK = { profile: 'gate' } as const
const STRICT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = (body: string, headers = {}) => {
  const reply = html(`<!doctype html><title>Page</title>${body}`)
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

/** One low finding: no policy. */
export const startLow = () =>
  serve({
    routes: [get('/', () => page('Hello'))],
    fallback: () => ({ ...page('None'), status: 404 }),
  })

/** One medium finding, likely only: a script, behind a policy. */
export const startLikely = () =>
  serve({
    routes: [
      get('/', () => page('<a href="/hello?name=you">Hello</a>')),
      get('/hello', ({ query }) => page(`<p>Hello ${query.get('name') ?? ''}</p>`)),
    ],
    fallback: () => ({ ...page('None'), status: 404 }),
    finish: (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-security-policy': STRICT },
    }),
  })

type Run = (...args: readonly string[]) => Promise<CliResult>
export type CommandLine = Readonly<{
  instance: Service
  /** Of an account without limits. */
  key: string
  /** For states that commands start a service on. */
  folder: string
  /** Against the running service, as that account. */
  remote: Run
  /** As somebody at this machine, whose state names the running service. */
  local: Run
  close(): Promise<void>
}>

export async function openCommandLine(): Promise<CommandLine> {
  const instance = await sharedService()
  const { key } = await instance.account(null)
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-cli-'))
  const env = { PALISADE_STATE: folder, PALISADE_SERVER: instance.url, PALISADE_KEY: key }
  return {
    instance,
    key,
    folder,
    remote: (...args) => runCli(args, env),
    local: (...args) => runCli(args, { PALISADE_STATE: instance.state }),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
