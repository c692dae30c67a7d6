import fc from 'fast-check'
import { z } from 'zod'
import { kindOf, operationsOf, type Kind, type Operation } from './api-operations.ts'
import { REFUSED_TARGETS } from './e2e-hostile.ts'
import type { Reply, Service } from './e2e-instance.ts'
import { requestArbitrary, type Generated, type Pools } from './e2e-openapi.ts'
import { issuesOf, startScan, untilEnded } from './e2e-scan.ts'

const AT_ONCE = 8
const SCAN_MS = 60_000
/** In place of a status where the connection broke. */
const NO_ANSWER = 0
/** A start for an address that was just scanned is no new scan: there is other work to do. */
const ADDRESSES_OF_TARGET = 8
const UNKNOWN_IDS = ['4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11', 'a'.repeat(64), 'x', '%', '\0']
const ADDRESSES = ['10.0.0.1', '169.254.169.254', '::1', '127.0.0.1', 'localhost', '1', '']
/** Nothing but this machine: what is proven is asked. */
const HOSTS = ['127.0.0.1', 'localhost', 'shop.test', '10.0.0.1', 'a b', '']
const SPECS = [
  { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { '/about': { get: {} } } },
  'openapi: 3.0.0\npaths:\n  /hours:\n    get: {}\n',
  { swagger: '2.0', paths: { '/{id}': { post: { parameters: [{ $ref: '#/nowhere' }] } } } },
  { openapi: '4.0.0' },
]
const ErrorBody = z.looseObject({ error: z.string().min(1), code: z.string().min(1) })
const Made = z.looseObject({
  id: z.string().optional(),
  scan_id: z.string().optional(),
  job_id: z.string().optional(),
  batch_id: z.string().optional(),
})

export type Answered = Readonly<{ generated: Generated; reply: Reply }>
export type Outcome = Readonly<{
  operations: readonly Operation[]
  answers: readonly Answered[]
  /** What must exist afterwards: accepted starts that were not deleted, and the jobs. */
  made: Known
}>
/** Ids that exist, newest last. */
type Known = ReadonlyMap<Kind, Set<string>>

const addTo = (known: Known, kind: Kind, id: string | undefined): void =>
  void (id !== undefined && known.get(kind)?.add(id))

/** Sends `count` requests made up from the service's own description, with one account's key. */
export async function sendGenerated(
  instance: Service,
  key: string,
  options: Readonly<{ target: string; count: number; seed: number }>,
): Promise<Outcome> {
  const document = (await instance.api('GET', '/api/openapi.json')).body
  const operations = operationsOf(document)
  const made = await firstThings(instance, key, options.target)
  const queue = fc.sample(requestArbitrary(operations, poolsOf(options.target)), {
    numRuns: options.count,
    seed: options.seed,
  })
  const answers: Answered[] = []
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const reply = await sendOne(instance, key, next, made)
      answers.push({ generated: next, reply })
      keepBooks(made, next.operation, reply)
    }
  })
  await Promise.all(lanes)
  return { operations, answers, made }
}

const poolsOf = (target: string): Pools => {
  const own = REFUSED_TARGETS.map((_, n) => `${target}about?n=${n % ADDRESSES_OF_TARGET}`)
  return {
    targets: [...own, ...REFUSED_TARGETS],
    addresses: ADDRESSES,
    hosts: HOSTS,
    specs: SPECS,
    ids: (kind) => [...Array<string>(UNKNOWN_IDS.length).fill(`known:${kind}`), ...UNKNOWN_IDS],
  }
}

/** A scan that has ended, with what it found; the rest is made on the way. */
async function firstThings(instance: Service, key: string, target: string): Promise<Known> {
  const kinds = ['scan', 'job', 'batch', 'schedule', 'key', 'asset', 'issue', 'finding', 'report']
  const known: Known = new Map(kinds.map((kind) => [kind as Kind, new Set<string>()]))
  const id = await startScan(instance, key, target, { profile: 'gate' })
  const [issue] = issuesOf(await untilEnded(instance, key, id, SCAN_MS))
  addTo(known, 'scan', id)
  addTo(known, 'issue', issue?.fingerprint)
  addTo(known, 'finding', issue?.id)
  return known
}

function keepBooks(made: Known, { method, path }: Operation, { status, body }: Reply): void {
  const answer = Made.safeParse(body).data
  if (answer === undefined) return
  if (status === 201 || status === 202) {
    addTo(made, 'scan', answer.scan_id)
    addTo(made, 'job', answer.job_id)
    addTo(made, 'batch', answer.batch_id)
    const kind = kindOf(`${path}/`, 'id')
    if (kind !== null) addTo(made, kind, answer.id)
  }
  if (status === 200 && method === 'DELETE') made.get('scan')?.delete(answer.scan_id ?? '')
}

function sendOne(instance: Service, key: string, request: Generated, made: Known): Promise<Reply> {
  const { operation, query, body, contentType } = request
  const real = (text: string) =>
    text.replaceAll(/known(?::|%3A)(\w+)/g, (_, kind: string) => idOf(made, kind))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(real(request.path[name] ?? '')),
  )
  const address = query === '' ? path : `${path}?${real(query)}`
  const headers = body === undefined ? {} : { 'content-type': contentType }
  return instance
    .api(operation.method, address, body && real(body), { key, headers })
    .catch((error: unknown) => ({ status: NO_ANSWER, headers: {}, body: { error: String(error) } }))
}

const idOf = (made: Known, kind: string): string => [...(made.get(kind as Kind) ?? [])].at(-1) ?? ''

/** The answers that a client could not make sense of, each in one line. */
export const complaintsAbout = ({ answers }: Outcome): readonly string[] =>
  answers.flatMap(({ generated: { operation, body, query }, reply }) => {
    const isError = reply.status >= 400
    const problems = [
      ...(reply.status === NO_ANSWER ? [`no answer (${JSON.stringify(reply.body)})`] : []),
      ...(reply.status >= 500 ? ['a fault of the service'] : []),
      ...(isError && !ErrorBody.safeParse(reply.body).success ? ['no {error, code}'] : []),
      ...(isKnown(operation, reply) ? [] : ['a status or code that the document does not name']),
    ]
    const request = `${operation.method} ${operation.path}?${query} ${body ?? ''}`.slice(0, 300)
    const { data } = ErrorBody.safeParse(reply.body)
    return problems.map((problem) => `${problem}: ${reply.status} ${data?.code} to ${request}`)
  })

function isKnown({ answers }: Operation, { status, body }: Reply): boolean {
  const said = answers.get(String(status))
  // Paths that no id can have belong to no operation: there it is 404 for all.
  if (said === undefined) return status === 404
  return status < 400 || said.includes(`\`${ErrorBody.safeParse(body).data?.code}\``)
}

/** Share of the requests that reached the operation itself. */
export const shareAdmitted = ({ answers }: Outcome): number =>
  answers.filter(({ reply }) => reply.status !== 401 && reply.status !== 429).length /
  answers.length

const Page = z.looseObject({ items: z.array(z.looseObject({ id: z.string() })), pages: z.number() })
const Job = z.looseObject({ scan_ids: z.array(z.string()) })

/** Scans that were accepted and are not listed, and scans that nobody asked for. */
export async function strayScans(instance: Service, key: string, { made }: Outcome) {
  const get = async (path: string) => (await instance.api('GET', path, undefined, { key })).body
  const listed: string[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const body = Page.parse(await get(`/api/scans?per_page=100&page=${page}`))
    listed.push(...body.items.map(({ id }) => id))
    pages = body.pages
  }
  const ofJobs: string[] = []
  for (const id of made.get('job') ?? []) {
    ofJobs.push(...Job.parse(await get(`/api/scan/bulk/${id}`)).scan_ids)
  }
  for (const id of made.get('batch') ?? []) {
    ofJobs.push(...Job.parse(await get(`/api/batch/${id}`)).scan_ids)
  }
  const started = made.get('scan') ?? new Set<string>()
  const lost = [...started].filter((id) => !listed.includes(id))
  const asked = new Set([...started, ...ofJobs])
  return [...lost, ...listed.filter((id) => !asked.has(id))]
}
