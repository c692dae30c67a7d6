import { createServer } from 'node:http'
import type { RangeApp } from '../../kit/app.ts'
import { closed, listening, portOf } from '../../kit/listen.ts'
import { BODIES } from './bodies.ts'
import { plainPage, type Misbehaviour } from './kind.ts'
import { LINKS_OUT } from './links.ts'
import { SCRIPTS } from './scripts.ts'
import { WIRE } from './wire.ts'

/** Ways in which a target can hold up, fill up or lead astray whoever scans it. */
export const MISBEHAVIOURS = { ...WIRE, ...BODIES, ...LINKS_OUT, ...SCRIPTS } as const
export type MisbehaviourName = keyof typeof MISBEHAVIOURS
// The keys of a literal object are its names.
export const MISBEHAVIOUR_NAMES = Object.keys(MISBEHAVIOURS) as readonly MisbehaviourName[]

export type HostileTarget = Pick<RangeApp, 'url' | 'close'> & {
  requests(): number
  /** What came to the server that is not the target. */
  strayed(): number
  /** When the first request came and the last, as `performance.now()`; 0 before. */
  firstAt(): number
  lastAt(): number
}

/** The first `politeAnswers` are harmless, so that the scan gets past its start. */
export async function startHostile(
  name: MisbehaviourName,
  politeAnswers: number,
): Promise<HostileTarget> {
  const misbehave: Misbehaviour = MISBEHAVIOURS[name]
  let count = 0
  let strayed = 0
  let firstAt = 0
  let lastAt = 0
  const elsewhere = createServer((request, response) => {
    strayed += 1
    request.resume()
    response.end('taken')
  })
  await listening(elsewhere, 0, '127.0.0.1')
  const server = createServer((request, response) => {
    count += 1
    lastAt = performance.now()
    if (count === 1) firstAt = lastAt
    request.resume()
    // Whoever scans may go at any moment.
    response.on('error', () => undefined)
    const path = request.url ?? '/'
    if (count > politeAnswers) misbehave(response, path, `http://127.0.0.1:${portOf(elsewhere)}`)
    else plainPage(response)
  })
  // A dripping peer must not be saved by this side's own time limits.
  server.requestTimeout = 0
  server.headersTimeout = 0
  await listening(server, 0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close: async () => void (await Promise.all([closed(server), closed(elsewhere)])),
    requests: () => count,
    strayed: () => strayed,
    firstAt: () => firstAt,
    lastAt: () => lastAt,
  }
}
