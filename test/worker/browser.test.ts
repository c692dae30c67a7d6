import { expect, it } from 'vitest'

import { BROWSER_BUSY, BROWSER_FAILED, NO_BROWSER } from '../../src/scanner/browser/port.ts'
import { makeBrowserPort } from '../../src/scanner/browser/puppeteer/open.ts'

// The library inside the runtime, against a browser service that does not do what it should.

const asked: string[] = []
const slept: number[] = []
const portOver = (answer: (request: Request) => Response) => {
  asked.length = 0
  slept.length = 0
  const fetcher = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    asked.push(`${request.method} ${new URL(request.url).pathname.replace(/[\w-]{36}$/, '{id}')}`)
    return answer(request)
  }
  return makeBrowserPort({
    binding: { fetch: fetcher },
    chromeUrl: '',
    fetcher,
    clock: {
      now: () => 0,
      // Pauses between attempts are short; limits of time never come.
      sleep: async (ms, signal) => {
        if (signal === undefined) slept.push(ms)
        else await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    },
    log: () => undefined,
  })
}

it('says that none was free when the day is used up, and does not ask again', async () => {
  const port = portOver(
    () => new Response('Browser time limit exceeded for today', { status: 429 }),
  )
  expect(await port.open()).toEqual({ unavailable: BROWSER_BUSY })
  expect(asked).toEqual(['POST /v1/devtools/browser'])
  expect(slept).toEqual([])
})

it('asks again after a while when too many are open', async () => {
  const port = portOver(() => new Response('Rate limit exceeded', { status: 429 }))
  expect(await port.open()).toEqual({ unavailable: BROWSER_BUSY })
  expect(asked).toHaveLength(3)
  expect(slept).toEqual([1000, 3000])
})

it('says that it did not start where the service fails', async () => {
  const port = portOver(() => new Response('no chromium found', { status: 500 }))
  expect(await port.open()).toEqual({ unavailable: BROWSER_FAILED })
})

// The library says the same of a session that somebody else holds.
it('says that none was free where the connection ends at once', async () => {
  const port = portOver((request) => {
    if (request.method === 'POST') return Response.json({ sessionId: crypto.randomUUID() })
    const { 0: ours, 1: theirs } = new WebSocketPair()
    theirs.accept()
    theirs.close(1011, 'gone')
    return new Response(null, { status: 101, webSocket: ours })
  })
  expect(await port.open()).toEqual({ unavailable: BROWSER_BUSY })
})

it('is none without a binding and an address', async () => {
  const clock = { now: () => 0, sleep: async () => undefined }
  const means = { binding: undefined, chromeUrl: '', fetcher: fetch, clock, log: () => undefined }
  expect(await makeBrowserPort(means).open()).toEqual({ unavailable: NO_BROWSER })
})
