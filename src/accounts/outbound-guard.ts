import { MINUTE } from '../report/time.ts'
import type { Instant } from '../report/time.ts'
import { GuardRefusal } from '../scanner/http/guard-refusal.ts'
import type { Clock, Guard, Purpose, ResolveResult, Resolver } from '../scanner/ports.ts'
import { classifyAddress, literalOf } from './addresses.ts'
import { hostName, isLocalName, whyAddressForbidden, whyForbidden } from './target-policy.ts'
import type { TargetPolicy } from './target-policy.ts'

const CACHE_MS = MINUTE
const CACHE_ENTRIES = 500

export type GuardOptions = Readonly<{ policy: TargetPolicy; resolver: Resolver; clock: Clock }>
type Known = Readonly<{ until: Instant; result: Promise<ResolveResult> }>

/**
 * Stands before every outgoing request (tables.md §9): scheme, port, spelling, then every address
 * the name resolves to. Throws GuardRefusal. A name may change its address between this look and the
 * connection's own: plain HTTP is led to a judged address, and with TLS the certificate must fit.
 */
export function makeGuard({ policy, resolver, clock }: GuardOptions): Guard {
  const known = new Map<string, Known>()
  // What is judged by its spelling alone is judged once per origin; null for a name.
  const literals = new Map<string, string | null>()

  function resolve(host: string): Promise<ResolveResult> {
    const now = clock.now()
    const cached = known.get(host)
    if (cached && now < cached.until) return cached.result
    known.delete(host)
    const result = resolver(host).then(
      (answer) => {
        if (answer.kind === 'unavailable') forget(host, result)
        return answer
      },
      (error: unknown) => {
        forget(host, result)
        throw error
      },
    )
    known.set(host, { until: now + CACHE_MS, result })
    const oldest = known.keys().next()
    if (known.size > CACHE_ENTRIES && !oldest.done) known.delete(oldest.value)
    return result
  }
  function forget(host: string, result: Promise<ResolveResult>): void {
    if (known.get(host)?.result === result) known.delete(host)
  }

  return {
    assertMayConnect: async (url, purpose) => {
      const spelling = `${purpose} ${url.origin}`
      const isPlain = url.username === '' && url.password === ''
      let literal = isPlain ? literals.get(spelling) : undefined
      if (literal === undefined) {
        assertSpelling(url, purpose, policy)
        literal = literalOf(url)
        if (literals.size >= CACHE_ENTRIES) literals.clear()
        literals.set(spelling, literal)
      }
      if (literal !== null) return [literal]
      const host = hostName(url)
      return judged(host, await resolve(host), policy)
    },
  }
}

/**
 * The guard of a scan with `target_ip`: every name means that address, whatever a resolver says, and
 * the address is judged like any other.
 */
export const makePinnedGuard = (policy: TargetPolicy, ip: string): Guard => ({
  assertMayConnect: async (url, purpose) => {
    assertSpelling(url, purpose, policy)
    const reason = whyAddressForbidden(ip, policy)
    if (reason !== null) throw new GuardRefusal('forbidden_address', reason)
    return [ip]
  },
})

function assertSpelling(url: URL, purpose: Purpose, policy: TargetPolicy): void {
  if (purpose === 'webhook' && url.protocol !== 'https:' && !policy.allowLoopback) {
    throw new GuardRefusal('policy', 'Webhooks are sent to https addresses only.')
  }
  const reason = whyForbidden(url, policy)
  if (reason === null) return
  const literal = literalOf(url)
  const isAddress = literal !== null && whyAddressForbidden(literal, policy) === reason
  throw new GuardRefusal(isAddress ? 'forbidden_address' : 'policy', reason)
}

/** Every address of the answer, of which none may be out of reach. */
function judged(host: string, answer: ResolveResult, policy: TargetPolicy): readonly string[] {
  if (answer.kind === 'unavailable') throw new GuardRefusal('resolver_unavailable', answer.message)
  if (answer.kind === 'nxdomain' || answer.addresses.length === 0) {
    throw new GuardRefusal('nxdomain', `The host name ${host} does not exist.`)
  }
  // A local name must mean this machine, and a public one never may: both are asked of every answer.
  const isLocal = policy.allowLoopback && isLocalName(host)
  for (const address of answer.addresses) {
    const isAllowed = classifyAddress(address).kind === (isLocal ? 'loopback' : 'public')
    if (isAllowed) continue
    const why = whyAddressForbidden(address, { allowLoopback: false })
    const text = why ?? `The address ${address} is not loopback.`
    throw new GuardRefusal('forbidden_address', `The name ${host} may not be reached. ${text}`)
  }
  return answer.addresses
}
