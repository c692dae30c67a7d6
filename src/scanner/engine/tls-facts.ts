import { isoSeconds } from '../../report/time.ts'
import { isProbeError } from '../http/exchange.ts'
import { alpnFact, chainFact, tlsFacts, type FactsMeans, type TlsFacts } from '../tls/facts.ts'
import { coversHost } from '../tls/names.ts'
import type { UnitContext } from './unit-context.ts'

type Means = Pick<UnitContext, 'talk' | 'world'>
const RANDOM_BYTES = 32
const NAMES_SHOWN = 3
/** No answer to one hello; the others are still asked. */
const SILENCE: ReadonlySet<string> = new Set(['unreachable', 'timeout'])

/** The facts of an https origin, asked for once however many checks want them. */
export function askTlsOnce(means: Means, origin: URL): () => Promise<TlsFacts> {
  let asked: Promise<TlsFacts> | null = null
  return () => (asked ??= tlsFacts(meansFor(means, origin)))
}

/** Null where it is not known; without TLS no browser speaks HTTP/2. */
export async function speaksHttp2(means: Means, url: URL): Promise<boolean | null> {
  if (url.protocol !== 'https:') return false
  try {
    const alpn = await alpnFact(meansFor(means, url))
    return alpn === 'unknown' ? null : alpn === 'h2'
  } catch (error) {
    if (isProbeError(error) && error.kind === 'no_socket') return null
    throw error
  }
}

/**
 * What is wrong with the certificate of a target that gives no usable answer, as the platform does not
 * say it; null where nothing can be seen to be wrong.
 */
export async function whyUntrusted(means: Means, url: URL): Promise<string | null> {
  if (url.protocol !== 'https:') return null
  const known = meansFor(means, url)
  const chain = await chainFact(known).catch((error: unknown) => {
    if (isProbeError(error)) return null
    throw error
  })
  const [leaf] = chain ?? []
  if (leaf === undefined) return null
  const { notBefore, notAfter, names, isSelfIssued } = leaf
  if (known.at > notAfter) return `Its certificate expired on ${isoSeconds(notAfter)} UTC.`
  if (known.at < notBefore)
    return `Its certificate is valid only from ${isoSeconds(notBefore)} UTC.`
  if (!names.some((name) => coversHost(name, url.hostname))) {
    return `Its certificate is for another name: ${names.slice(0, NAMES_SHOWN).join(', ') || leaf.subject}.`
  }
  return isSelfIssued ? 'Its certificate is issued by itself.' : null
}

function meansFor({ talk, world }: Means, url: URL): FactsMeans {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isAddress = name.includes(':') || /^[\d.]+$/.test(name)
  return {
    host: `${url.hostname}:${url.port === '' ? '443' : url.port}`,
    name: isAddress ? null : name,
    at: world.clock.now(),
    random: () => Uint8Array.from({ length: RANDOM_BYTES }, () => world.random(0, 255)),
    talk: async (bytes, isDone) => {
      try {
        return await talk(url, bytes, isDone)
      } catch (error) {
        if (isProbeError(error) && SILENCE.has(error.kind)) return null
        throw error
      }
    },
  }
}
