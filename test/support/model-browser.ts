import type { CheckBrowser, Sink, Visit } from '../../src/scanner/checks/check-browser.ts'
import { findExecution } from '../../src/scanner/checks/support/execution.ts'
import { callsFunction } from '../../src/scanner/checks/support/script.ts'
import type { Exchange } from '../../src/scanner/http/exchange.ts'

/** What script of a page can read, as a browser gives it. */
export type Readable = Readonly<{
  hash: string
  search: string
  pathname: string
  name: string
  referrer: string
  /** Null without a message; a message is from another origin. */
  data: unknown
}>
/** What script makes of it. Assignments to `location` cannot be watched: their words reach nothing. */
type Made = Readonly<{ sink: Sink | 'location'; text: string }>
/** Script of a page: what it makes of what it reads. */
export type ModelScript = (page: Readable) => readonly Made[]

/** A browser in small: script is a function, and what it makes is parsed as a browser does. */
export const modelBrowser = (script: ModelScript = () => []): CheckBrowser => ({
  async visit(send, visit) {
    const document = await send(visit.request)
    const asked: string[] = []
    const made = script(readableOf(visit, asked))
    return {
      isCalled: visit.called !== '' && made.some((each) => isRun(each, visit.called, document)),
      reached: made.flatMap(({ sink, text }) =>
        sink === 'location'
          ? []
          : (visit.words ?? [])
              .filter((word) => text.includes(word))
              .map((word) => ({ sink, word })),
      ),
      document,
      keys: [...new Set(asked)],
      sources: [document.response.body],
    }
  },
})

/** For checks that find by reading: a browser that runs what they found, or never does. */
export const runningBrowser = (isRun: boolean): CheckBrowser => ({
  async visit(send, visit) {
    const document = await send(visit.request)
    const isCalled = isRun && findExecution(document, visit.called) !== null
    return { isCalled, reached: [], document, keys: [], sources: [] }
  },
})

function readableOf({ request, windowName = '', referrer = '', message }: Visit, asked: string[]) {
  const { hash, search, pathname } = request.url
  const data =
    message === undefined
      ? null
      : message.keys === null
        ? message.text
        : new Proxy({}, { get: (_, key) => (asked.push(String(key)), message.text) })
  return { hash, search, pathname, name: windowName, referrer, data }
}

function isRun({ sink, text }: Made, called: string, document: Exchange): boolean {
  if (sink === 'code') return callsFunction(text, called, 'script')
  if (sink === 'address' || sink === 'location') {
    return /^javascript:/i.test(text) && callsFunction(text.slice(11), called, 'script')
  }
  const headers = new Headers({ 'content-type': 'text/html' })
  const response = { ...document.response, status: 200, headers, body: text }
  return findExecution({ ...document, response }, called) !== null
}
