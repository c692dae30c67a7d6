import { z } from 'zod'
import { SECOND } from '../../../report/time.ts'
import type { ResolveResult, Resolver, TxtResolver, TxtResult } from '../../ports.ts'
import { readBounded } from '../read-bounded.ts'

const TIMEOUT_MS = 5 * SECOND
const MAX_ANSWER_BYTES = 64 * 1024
const NO_ERROR = 0
const NXDOMAIN = 3
/** Numbers of the record types, RFC 1035 and RFC 3596. */
const RECORD_TYPES = { A: 1, TXT: 16, AAAA: 28 } as const
type RecordType = keyof typeof RECORD_TYPES

const DnsJson = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
})

type Lookup =
  | Readonly<{ kind: 'records'; values: readonly string[] }>
  | Readonly<{ kind: 'nxdomain' }>
  | Readonly<{ kind: 'unavailable'; message: string }>

/**
 * DNS over HTTPS in its JSON form (`application/dns-json`): A and AAAA asked at once, five seconds
 * for both. A name is known only by both answers: one that is missing could hide an address.
 */
export function makeDohResolver(url: string): Resolver {
  return async (host): Promise<ResolveResult> => {
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const lookups = await Promise.all([
      lookUp(url, host, 'A', signal),
      lookUp(url, host, 'AAAA', signal),
    ])
    const failed = lookups.find((lookup) => lookup.kind === 'unavailable')
    if (failed) return failed
    const addresses = lookups.flatMap((lookup) => (lookup.kind === 'records' ? lookup.values : []))
    if (addresses.length === 0) return { kind: 'nxdomain' }
    return { kind: 'addresses', addresses, elapsedMs: Math.round(performance.now() - startedAt) }
  }
}

/** The same for TXT records. A name without any, or that does not exist, has none. */
export function makeDohTxtResolver(url: string): TxtResolver {
  return async (name): Promise<TxtResult> => {
    const lookup = await lookUp(url, name, 'TXT', AbortSignal.timeout(TIMEOUT_MS))
    if (lookup.kind === 'unavailable') return lookup
    const values = lookup.kind === 'records' ? lookup.values : []
    return { kind: 'texts', texts: values.map(joinStrings) }
  }
}

/** Some resolvers give the strings of a record in quotes, one after the other, some joined and bare. */
function joinStrings(data: string): string {
  if (!data.startsWith('"')) return data
  // RFC 1035: a string has at most 255 bytes, each of which may be written as \DDD.
  const strings = data.match(/"(?:[^"\\]|\\.){0,1020}"/g) ?? []
  return strings.map((each) => each.slice(1, -1).replaceAll(/\\(.)/g, '$1')).join('')
}

async function lookUp(
  resolver: string,
  host: string,
  type: RecordType,
  signal: AbortSignal,
): Promise<Lookup> {
  const text = await ask(resolver, host, type, signal)
  if (text.kind === 'unavailable') return text
  const parsed = DnsJson.safeParse(parseJson(text.text))
  if (!parsed.success) return unavailable('its answer is no DNS JSON')
  const { Status: status, Answer: answer = [] } = parsed.data
  if (status === NXDOMAIN) return { kind: 'nxdomain' }
  if (status !== NO_ERROR) return unavailable(`it answered with DNS status ${status}`)
  const records = answer.filter((record) => record.type === RECORD_TYPES[type])
  return { kind: 'records', values: records.map((record) => record.data) }
}

type Asked = Readonly<{ kind: 'text'; text: string }> | ReturnType<typeof unavailable>

async function ask(
  resolver: string,
  host: string,
  type: RecordType,
  signal: AbortSignal,
): Promise<Asked> {
  const question = new URL(resolver)
  question.searchParams.set('name', host)
  question.searchParams.set('type', type)
  try {
    const response = await fetch(question, {
      headers: { accept: 'application/dns-json' },
      redirect: 'manual',
      signal,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      return unavailable(`it answered with HTTP status ${response.status}`)
    }
    const { bytes, truncated } = await readBounded(response.body, MAX_ANSWER_BYTES)
    if (truncated) return unavailable(`its answer exceeds ${MAX_ANSWER_BYTES} bytes`)
    return { kind: 'text', text: new TextDecoder().decode(bytes) }
  } catch {
    return unavailable(signal.aborted ? 'it did not answer in time' : 'it cannot be reached')
  }
}

const unavailable = (why: string) =>
  ({ kind: 'unavailable', message: `The DNS resolver is not available: ${why}.` }) as const

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
