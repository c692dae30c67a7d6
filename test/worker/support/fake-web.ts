import type { Transport, TxtResolver } from '../../../src/scanner/ports.ts'
import { ProbeError } from '../../../src/scanner/http/exchange.ts'

export type FakePage = Readonly<{ status?: number; location?: string; body?: string }>

/**
 * The DNS and the web that proofs of ownership are read from: what is not in it does not answer.
 * `down` makes the resolver fail.
 */
export function makeFakeWeb() {
  const pages = new Map<string, FakePage>()
  const texts = new Map<string, readonly string[]>()
  const asked: string[] = []
  const state = { down: false }
  const transport: Transport = async ({ url, headers }, { maxBytes }) => {
    asked.push(`${url.href} ${headers.get('user-agent')}`)
    const page = pages.get(url.href)
    if (!page) throw new ProbeError('unreachable', `No usable answer from ${url.host}.`)
    const { status = 200, location, body = '' } = page
    const answer = new Headers(location === undefined ? {} : { location })
    const truncated = body.length > maxBytes
    return { status, headers: answer, body: body.slice(0, maxBytes), truncated, elapsedMs: 1 }
  }
  const resolveTxt: TxtResolver = async (name) => {
    asked.push(`TXT ${name}`)
    if (state.down) return { kind: 'unavailable', message: 'The resolver is down.' }
    return { kind: 'texts', texts: texts.get(name) ?? [] }
  }
  return { pages, texts, asked, state, transport, resolveTxt }
}
