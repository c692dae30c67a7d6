import type { Instant } from '../../report/time.ts'
import { readCertificate, type CertificateFacts } from './certificate.ts'
import { clientHello } from './client-hello.ts'
import { readFlight, type Flight } from './flight.ts'
import {
  PROTOCOL_LIST,
  PROTOCOLS,
  suiteName,
  suitesOf,
  TLS13_SUITES,
  USUAL_SUITES,
  WEAK_FAMILIES,
  type Protocol,
  type WeakFamily,
} from './suites.ts'

/** `unknown`: no answer, or one that says neither; never taken for a no. */
export type Told = 'offered' | 'refused' | 'unknown'
export type ProtocolFact = Readonly<{ name: Protocol; told: Told }>
/** Whether the server agrees to one of the suites of a family, and to which. */
export type WeakFact = Readonly<{ family: WeakFamily; told: Told; suite: string | null }>
export type TlsFacts = Readonly<{
  /** `host:port` that was asked, and when. */
  host: string
  at: Instant
  /** All of PROTOCOLS, and all of WEAK_FAMILIES. */
  protocols: readonly ProtocolFact[]
  weak: readonly WeakFact[]
  /** What it chose of `h2` and `http/1.1`; null for neither; `unknown` where it is said encrypted. */
  alpn: 'h2' | 'http/1.1' | 'unknown' | null
  /** The server's own certificate first; null, and `whyNoChain` says why. */
  chain: readonly CertificateFacts[] | null
  whyNoChain: string | null
}>

/**
 * One connection: sends these bytes and gives what comes back until `isDone`, or the end. Null: there
 * was no connection, or no answer in time.
 */
export type TlsTalk = (
  hello: Uint8Array,
  isDone: (got: Uint8Array) => boolean,
) => Promise<Uint8Array | null>

export type FactsMeans = Readonly<{
  host: string
  /** For SNI; null for an address. */
  name: string | null
  at: Instant
  talk: TlsTalk
  /** 32 bytes. */
  random(): Uint8Array
}>

/** One for each protocol and family, and a second for each that should not have been agreed to. */
export const TLS_HANDSHAKES = 2 * (PROTOCOL_LIST.length + WEAK_FAMILIES.length)
const WEAK_PROTOCOLS: ReadonlySet<Protocol> = new Set(['SSL 3.0', 'TLS 1.0', 'TLS 1.1'])
const ALPN = ['h2', 'http/1.1']

/**
 * Asks a server, hello by hello, what it agrees to. What is weak counts as offered only when it was
 * agreed to twice. At most TLS_HANDSHAKES connections. Throws what `talk` throws.
 */
export async function tlsFacts(means: FactsMeans): Promise<TlsFacts> {
  const ask: Ask = (version, suites) => flightOf(means, version, suites)
  const modern = await ask(PROTOCOLS['TLS 1.2'], USUAL_SUITES)
  if (modern.kind === 'silence') return allUnknown(means)
  let clear = modern
  const protocols: ProtocolFact[] = []
  for (const [name, version] of PROTOCOL_LIST) {
    const suites = name === 'TLS 1.3' ? TLS13_SUITES : USUAL_SUITES
    const flight = name === 'TLS 1.2' ? modern : await ask(version, suites)
    const first = toldBy(flight, version)
    const isSure = first !== 'offered' || !WEAK_PROTOCOLS.has(name)
    protocols.push({ name, told: isSure ? first : toldBy(await ask(version, suites), version) })
    if (!hasChain(clear) && hasChain(flight)) clear = flight
  }
  const isOffered = (name: Protocol): boolean =>
    protocols.some((each) => each.name === name && each.told === 'offered')
  // Of the versions that have suites of old, the best one.
  const best = PROTOCOL_LIST.findLast(([name]) => name !== 'TLS 1.3' && isOffered(name))
  const weak: WeakFact[] = []
  for (const family of WEAK_FAMILIES) {
    weak.push(await weakness(family, best?.[1] ?? PROTOCOLS['TLS 1.2'], ask))
  }
  const { host, at } = means
  const chain = chainOf(clear, isOffered('TLS 1.3'))
  return { host, at, protocols, weak, alpn: alpnOf(modern), ...chain }
}

const allUnknown = ({ host, at }: FactsMeans): TlsFacts => ({
  host,
  at,
  protocols: PROTOCOL_LIST.map(([name]) => ({ name, told: 'unknown' })),
  weak: WEAK_FAMILIES.map((family) => ({ family, told: 'unknown', suite: null })),
  alpn: 'unknown',
  chain: null,
  whyNoChain: 'the server did not answer to a handshake',
})

/** One hello: the chain of a server that shows it unencrypted. */
export async function chainFact(means: FactsMeans): Promise<TlsFacts['chain']> {
  return chainOf(await flightOf(means, PROTOCOLS['TLS 1.2'], USUAL_SUITES), false).chain
}

/** One hello: whether the server speaks HTTP/2. */
export async function alpnFact(means: FactsMeans): Promise<TlsFacts['alpn']> {
  return alpnOf(await flightOf(means, PROTOCOLS['TLS 1.2'], USUAL_SUITES))
}

/** `silence`: nobody answered, which says nothing. */
type Heard = Flight | Readonly<{ kind: 'silence' }>
type Ask = (version: number, suites: readonly number[]) => Promise<Heard>

async function flightOf(
  { name, talk, random }: FactsMeans,
  version: number,
  suites: readonly number[],
): Promise<Heard> {
  const hello = clientHello({ version, suites, name, alpn: ALPN, random: random() })
  const got = await talk(hello, (bytes) => readFlight(bytes, false) !== null)
  return got === null ? { kind: 'silence' } : (readFlight(got, true) ?? { kind: 'noise' })
}

const isSilent = ({ kind }: Heard): boolean => kind === 'noise' || kind === 'silence'

/** A server that answers with another version than the one it was offered has refused that one. */
function toldBy(flight: Heard, version: number): Told {
  if (isSilent(flight)) return 'unknown'
  if (flight.kind !== 'hello') return 'refused'
  return flight.version === version ? 'offered' : 'refused'
}

async function weakness(family: WeakFamily, version: number, ask: Ask): Promise<WeakFact> {
  const suites = suitesOf(family)
  let suite: string | null = null
  for (let time = 0; time < 2; time += 1) {
    const flight = await ask(version, suites)
    if (isSilent(flight)) return { family, told: 'unknown', suite: null }
    if (flight.kind !== 'hello' || !suites.includes(flight.suite)) {
      return { family, told: 'refused', suite: null }
    }
    suite = suiteName(family, flight.suite)
  }
  return { family, told: 'offered', suite }
}

type Hello = Extract<Flight, { kind: 'hello' }>
const hasChain = (flight: Heard): flight is Hello =>
  flight.kind === 'hello' && flight.chain !== null && flight.chain.length > 0

function alpnOf(flight: Heard): TlsFacts['alpn'] {
  if (flight.kind !== 'hello') return 'unknown'
  return flight.alpn === 'h2' || flight.alpn === 'http/1.1' ? flight.alpn : null
}

function chainOf(flight: Heard, hasNew: boolean): Pick<TlsFacts, 'chain' | 'whyNoChain'> {
  if (!hasChain(flight)) {
    const why = hasNew
      ? 'the server speaks TLS 1.3 alone, which encrypts its certificate'
      : 'the server sent no certificate'
    return { chain: null, whyNoChain: why }
  }
  const chain = (flight.chain ?? []).map(readCertificate).filter((each) => each !== null)
  return chain.length === flight.chain?.length
    ? { chain, whyNoChain: null }
    : { chain: null, whyNoChain: 'the certificate cannot be read' }
}
