import type { HTTPRequest, Page as Tab } from '@cloudflare/puppeteer'

import { REFUSED, type PageAnswer, type PageNetwork, type PageRequest } from '../page.ts'
import { kindOf } from './traffic.ts'

export type Interception = Readonly<{ network: PageNetwork; isDirect: boolean }>

/** Answers every request of the page, and of the frames and workers in it, by the page's network. */
export async function intercept(tab: Tab, means: Interception): Promise<void> {
  await tab.setRequestInterception(true)
  tab.on('request', (request) => {
    // A page that went away meanwhile needs no answer.
    answerTo(request, means).catch(() => undefined)
  })
}

async function answerTo(request: HTTPRequest, means: Interception): Promise<void> {
  const url = URL.parse(request.url())
  // `data:` and `blob:` ask nobody.
  if (url === null || !/^https?:$/.test(url.protocol)) return request.continue()
  const answer = await means.network(requestOf(request, url)).catch((): PageAnswer => REFUSED)
  if (answer.kind === 'answer') return fulfil(request, answer)
  if (answer.kind === 'pass' && means.isDirect) {
    const added = Object.fromEntries(answer.headers)
    return request.continue({ headers: { ...request.headers(), ...added } })
  }
  return request.abort('blockedbyclient')
}

const requestOf = (request: HTTPRequest, url: URL): PageRequest => ({
  method: request.method(),
  url,
  headers: headersOf(request),
  body: request.postData() ?? null,
  kind: kindOf(request.resourceType()),
  isNavigation: request.isNavigationRequest() && request.frame()?.parentFrame() === null,
})

/** What script asked for that is no header of HTTP is left out. */
function headersOf(request: HTTPRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers())) {
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) headers.set(name, value.replaceAll(/[\r\n\0]/g, ' '))
  }
  return headers
}

/** They told of the bytes that came; what the page gets is text. */
const OF_THE_WIRE: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
  'content-type',
])

async function fulfil(
  request: HTTPRequest,
  { status, headers, body }: Extract<PageAnswer, { kind: 'answer' }>,
): Promise<void> {
  const plain = [...headers].filter(([name]) => !OF_THE_WIRE.has(name))
  const cookies = headers.getSetCookie()
  const type = headers.get('content-type')
  await request.respond({
    status,
    headers: {
      ...Object.fromEntries(plain),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
      // The text was decoded and goes on as UTF-8.
      ...(type !== null && { 'content-type': inUtf8(type) }),
    },
    body,
  })
}

const inUtf8 = (type: string): string => {
  const bare = type.split(';', 1)[0]?.trim() ?? ''
  return /^text\/|javascript|json|xml/i.test(bare) ? `${bare}; charset=utf-8` : type
}
