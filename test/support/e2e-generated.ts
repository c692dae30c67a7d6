import fc from 'fast-check'
import { z } from 'zod'
import { REFUSED_TARGETS } from './e2e-hostile.ts'
import type { Instance, Reply } from './e2e-instance.ts'
import { operationsOf, requestArbitrary, type Generated, type Operation } from './e2e-openapi.ts'

const AT_ONCE = 8
const ADDRESSES_OF_TARGET = 2 * REFUSED_TARGETS.length
const KNOWN_ID = '00000000-known'
const IDS = [KNOWN_ID, KNOWN_ID, KNOWN_ID, '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11', 'x', '%', '\0']
const ADDRESSES = ['10.0.0.1', '169.254.169.254', '::1', '127.0.0.1', 'localhost', '1', '']
const ErrorBody = z.looseObject({ error: z.string().min(1), code: z.string().min(1) })
const Started = z.looseObject({ scan_id: z.string() })

export type Answered = Readonly<{ generated: Generated; reply: Reply }>
export type Outcome = Readonly<{
  operations: readonly Operation[]
  answers: readonly Answered[]
  /** Rows that must exist afterwards: accepted starts that were not deleted. */
  scans: number
}>

/** Sends `count` requests made up from the service's own description, with one account's key. */
export async function sendGenerated(
  instance: Instance,
  key: string,
  options: Readonly<{ target: string; count: number; seed: number }>,
): Promise<Outcome> {
  const document = (await instance.api('GET', '/api/openapi.json')).body
  const operations = operationsOf(document)
  // Many addresses of one site: a start for an address that was just scanned is no new scan.
  const own = Array.from({ length: ADDRESSES_OF_TARGET }, (_, n) => `${options.target}about?n=${n}`)
  const targets = [...own, ...REFUSED_TARGETS]
  const arbitrary = requestArbitrary(operations, { targets, addresses: ADDRESSES, ids: IDS })
  const queue = fc.sample(arbitrary, { numRuns: options.count, seed: options.seed })
  const started = new Set<string>()
  const answers: Answered[] = []
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const id = [...started].at(-1) ?? ''
      const reply = await sendOne(instance, key, next, id)
      answers.push({ generated: next, reply })
      if (reply.status === 202) started.add(Started.parse(reply.body).scan_id)
      if (next.operation.method === 'DELETE' && reply.status === 200) {
        started.delete(Started.parse(reply.body).scan_id)
      }
    }
  })
  await Promise.all(lanes)
  return { operations, answers, scans: started.size }
}

function sendOne(instance: Instance, key: string, request: Generated, id: string): Promise<Reply> {
  const { operation, query, body, contentType } = request
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = request.path[name] ?? ''
    return encodeURIComponent(value === KNOWN_ID ? id : value)
  })
  const address = query === '' ? path : `${path}?${query}`
  const headers = body === undefined ? {} : { 'content-type': contentType }
  return instance.api(operation.method, address, body, { key, headers })
}

/** The answers that a client could not make sense of, each in one line. */
export const complaintsAbout = ({ answers }: Outcome): readonly string[] =>
  answers.flatMap(({ generated: { operation, body, query }, reply }) => {
    const isError = reply.status >= 400
    const problems = [
      ...(reply.status >= 500 ? ['a fault of the service'] : []),
      ...(isError && !ErrorBody.safeParse(reply.body).success ? ['no {error, code}'] : []),
      ...(isKnown(operation, reply.status) ? [] : ['a status that the document does not name']),
    ]
    const request = `${operation.method} ${operation.path}?${query} ${body ?? ''}`.slice(0, 300)
    return problems.map((problem) => `${problem}: ${reply.status} to ${request}`)
  })

// Paths that no id can have belong to no operation: there it is 404 for all.
const isKnown = (operation: Operation, status: number): boolean =>
  operation.statuses.includes(String(status)) || status === 404

/** Share of the requests that reached the operation itself. */
export const shareAdmitted = ({ answers }: Outcome): number =>
  answers.filter(({ reply }) => reply.status !== 401 && reply.status !== 429).length /
  answers.length
