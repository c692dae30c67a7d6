import type { Exchange } from '../../../../src/scanner/http/exchange.ts'
import { answer } from '../../crawl/answer.ts'

/** What is shown, an answer that shows it, and one that looks alike and shows nothing. */
export type Sample = readonly [shown: string, sign: Exchange, twin: Exchange]

export const header = (name: string, value: string): Exchange =>
  answer('', { headers: [[name, value]] })
export const server = (value: string): Exchange => header('server', value)
export const powered = (value: string): Exchange => header('x-powered-by', value)
export const cookie = (name: string): Exchange => header('set-cookie', `${name}=4f1c; Path=/`)
export const meta = (name: string, content: string): Exchange =>
  answer(`<!doctype html><meta name="${name}" content="${content}">`)
export const generator = (content: string): Exchange => meta('generator', content)
export const script = (src: string): Exchange => answer(`<p>x</p><script src="${src}"></script>`)
export const style = (href: string): Exchange => answer(`<link rel="stylesheet" href="${href}">`)
export const markup = (html: string): Exchange => answer(`<!doctype html><body>${html}`)
export const file = (path: string, body: string, type = 'text/plain'): Exchange =>
  answer(body, { url: `https://shop.test${path}`, type })
export const image = (body: string): Exchange => answer(body, { type: 'image/png' })
