import type { ProofMethod, ProofPlaces } from '../../accounts/ownership.ts'
import {
  isInFile,
  isInHead,
  isInTxt,
  PROOF_METHODS,
  proofPlaces,
} from '../../accounts/ownership.ts'
import { LIMITS } from '../../limits.ts'
import type { HttpResponse } from '../../scanner/http/exchange.ts'
import { isProbeError } from '../../scanner/http/exchange.ts'
import type { Deps } from '../deps.ts'

export type ProofDeps = Pick<Deps, 'guard' | 'transport' | 'resolveTxt' | 'userAgent'>

/** `unreadable`: nobody knows; the place could not be asked. `why` is for people. */
export type Reading = Readonly<{
  method: ProofMethod
  result: 'found' | 'absent' | 'unreadable'
  why: string
}>

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const SCHEMES = ['https', 'http'] as const

/**
 * Looks for the account's proof at a host: in DNS, in a file, in the head of the front page; all at
 * once, within LIMITS.proofTimeoutMs, every request past the guard.
 */
export async function readProof(
  deps: ProofDeps,
  accountId: string,
  host: string,
): Promise<readonly Reading[]> {
  const places = proofPlaces(accountId, host)
  const signal = AbortSignal.timeout(LIMITS.proofTimeoutMs)
  const look = {
    dns_txt: () => inDns(deps, places),
    file: () => onWeb(deps, `${host}${places.file.path}`, (body) => isInFile(body, places), signal),
    meta: () => onWeb(deps, `${host}/`, (body) => isInHead(body, places), signal),
  } satisfies Record<ProofMethod, () => Promise<Omit<Reading, 'method'>>>
  return Promise.all(PROOF_METHODS.map(async (method) => ({ method, ...(await look[method]()) })))
}

async function inDns(deps: ProofDeps, places: ProofPlaces): Promise<Omit<Reading, 'method'>> {
  if (places.dns_txt === null) return absent('An address has no TXT record.')
  const { name } = places.dns_txt
  const answer = await deps.resolveTxt(name)
  if (answer.kind === 'unavailable') return unreadable(answer.message)
  if (isInTxt(answer.texts, places)) return found(`The TXT record of ${name} has it.`)
  return absent(`No TXT record of ${name} has it.`)
}

async function onWeb(
  deps: ProofDeps,
  address: string,
  proves: (body: string) => boolean,
  signal: AbortSignal,
): Promise<Omit<Reading, 'method'>> {
  const seen = await Promise.all(
    SCHEMES.map((scheme) => readPage(deps, new URL(`${scheme}://${address}`), signal)),
  )
  const answers = seen.filter((page) => page.kind === 'answer')
  const proof = answers.find(({ response }) => response.status === 200 && proves(response.body))
  if (proof) return found(`${proof.url.href} has it.`)
  const [first] = answers
  if (first) return absent(`${first.url.href} does not have it (status ${first.response.status}).`)
  const failed = seen.find((page) => page.kind === 'failed')
  return unreadable(failed?.why ?? 'No answer.')
}

type Page =
  | Readonly<{ kind: 'answer'; url: URL; response: HttpResponse }>
  | Readonly<{ kind: 'failed'; why: string }>

/** Redirects lead no further than to the same host, with or without `www.` (tables.md §10). */
async function readPage(deps: ProofDeps, start: URL, signal: AbortSignal): Promise<Page> {
  const { guard, transport, userAgent } = deps
  const headers = new Headers({ 'user-agent': userAgent })
  let url = start
  try {
    for (let hops = 0; ; hops += 1) {
      await guard.assertMayConnect(url, 'proof')
      const response = await transport(
        { method: 'GET', url, headers },
        { signal, maxBytes: LIMITS.proofBytes },
      )
      const next = redirectOf(url, response)
      const isFollowed = next !== null && siteOf(next) === siteOf(start)
      if (!isFollowed || hops === LIMITS.proofRedirects) return { kind: 'answer', url, response }
      url = next
    }
  } catch (error) {
    if (!isProbeError(error)) throw error
    return { kind: 'failed', why: error.message }
  }
}

function redirectOf(url: URL, { status, headers }: HttpResponse): URL | null {
  const location = headers.get('location')
  return REDIRECTS.has(status) && location !== null ? URL.parse(location, url.href) : null
}

const siteOf = ({ host }: URL): string => host.replace(/^www\./, '')

const found = (why: string) => ({ result: 'found', why }) as const
const absent = (why: string) => ({ result: 'absent', why }) as const
const unreadable = (why: string) => ({ result: 'unreadable', why }) as const
