import type { Instant } from '../report/time.ts'
import { MINUTE } from '../report/time.ts'
import { GuardRefusal } from '../scanner/http/guard-refusal.ts'
import { ProbeError } from '../scanner/http/exchange.ts'
import type { Clock, Guard, Purpose, Resolver } from '../scanner/ports.ts'
import { isAddress } from './addresses.ts'
import {
  hostOf,
  isLocalName,
  reasonAgainst,
  reasonAgainstAddress,
  type TargetPolicy,
} from './target-policy.ts'

export type GuardOptions = Readonly<{
  policy: TargetPolicy
  resolver: Resolver
  clock: Pick<Clock, 'now'>
}>

/** A name is resolved again after this long; an answer that changed is then judged anew. */
const CACHE_MS = MINUTE
const CACHED_NAMES = 1000

/**
 * The one function before every outgoing request (tables.md §9): scheme, port, spelling, and every
 * address the name resolves to. Throws GuardRefusal; a resolver that is down is `transport`, since
 * the target is not to blame. What a name resolves to between this look and the platform's own
 * cannot be pinned; the platform refuses private addresses by itself.
 */
export function makeGuard({ policy, resolver, clock }: GuardOptions): Guard {
  const cache = new Map<string, Readonly<{ addresses: readonly string[]; until: Instant }>>()

  async function addressesOf(host: string): Promise<readonly string[]> {
    const known = cache.get(host)
    if (known && known.until > clock.now()) return known.addresses
    const answer = await resolver(host)
    if (answer.kind === 'nxdomain') throw new GuardRefusal('nxdomain', `${host} does not exist.`)
    if (answer.kind === 'unavailable') {
      throw new ProbeError('transport', `${host} cannot be resolved now: ${answer.message}`)
    }
    cache.delete(host)
    cache.set(host, { addresses: answer.addresses, until: clock.now() + CACHE_MS })
    const [oldest] = cache.keys()
    if (cache.size > CACHED_NAMES && oldest !== undefined) cache.delete(oldest)
    return answer.addresses
  }

  return {
    async assertMayConnect(url, purpose) {
      const reason = reasonAgainstScheme(url, purpose, policy) ?? reasonAgainst(url, policy)
      if (reason !== null) throw new GuardRefusal('policy', reason)
      const host = hostOf(url)
      if (isAddress(host)) return
      // A public name that leads to this machine is rebinding, in local mode too.
      const rules = isLocalName(host) ? policy : { ...policy, allowLoopback: false }
      for (const address of await addressesOf(host)) {
        const objection = reasonAgainstAddress(address, rules)
        if (objection !== null) {
          throw new GuardRefusal('forbidden_address', `${host} leads to ${address}. ${objection}`)
        }
      }
    },
  }
}

function reasonAgainstScheme(url: URL, purpose: Purpose, policy: TargetPolicy): string | null {
  if (url.protocol === 'https:') return null
  if (url.protocol !== 'http:') return 'Only http and https URLs can be reached.'
  return purpose === 'webhook' && !policy.allowLoopback ? 'Webhooks need an https URL.' : null
}
