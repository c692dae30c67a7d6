import { EventEmitter } from 'node:events'
import type { CDPSession } from '@cloudflare/puppeteer'
import { describe, expect, it } from 'vitest'

import { Traffic } from '../../../src/scanner/browser/puppeteer/traffic.ts'

const QUIET_MS = 80

/** A page whose events of the DevTools protocol are told by the test. */
function open() {
  let now = 0
  const session = new EventEmitter()
  const traffic = new Traffic(() => now)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of it is `on`
  traffic.listen(session as unknown as CDPSession)
  return {
    asks: (requestId: string, loaderId: string, type = 'Fetch') =>
      session.emit('Network.requestWillBeSent', {
        requestId,
        loaderId,
        type,
        timestamp: now / 1000,
        request: { method: 'GET', url: `http://site.test/${requestId}` },
      }),
    ends: (requestId: string) =>
      session.emit('Network.loadingFinished', {
        requestId,
        timestamp: now / 1000,
        encodedDataLength: 1,
      }),
    arrives: (loaderId: string, parentId?: string) =>
      session.emit('Page.frameNavigated', { frame: { loaderId, parentId } }),
    isQuietLater() {
      now += QUIET_MS
      return traffic.isQuiet(QUIET_MS)
    },
    seen: () => traffic.seen().map(({ url }) => url),
  }
}

describe('a page is quiet', () => {
  it('a while after the last request has ended', () => {
    const page = open()
    page.arrives('one')
    page.asks('a', 'one')
    expect(page.isQuietLater()).toBe(false)
    page.ends('a')
    expect(page.isQuietLater()).toBe(true)
  })

  it('without what the document before has asked for, which never ends', () => {
    const page = open()
    page.arrives('one')
    page.asks('a', 'one')
    page.arrives('two')
    expect(page.isQuietLater()).toBe(true)
  })

  it('without what that document asks for while the next one comes', () => {
    const page = open()
    page.arrives('one')
    page.asks('page', 'two', 'Document')
    page.asks('early', 'one')
    page.arrives('two')
    page.asks('late', 'one')
    expect(page.isQuietLater()).toBe(false)
    page.ends('page')
    expect(page.isQuietLater()).toBe(true)
    expect(page.seen()).toEqual(['page', 'early', 'late'].map((name) => `http://site.test/${name}`))
  })

  it('not because a frame in it has another document', () => {
    const page = open()
    page.arrives('one')
    page.asks('a', 'one')
    page.arrives('inner', 'top')
    expect(page.isQuietLater()).toBe(false)
  })

  it('in spite of requests that nobody waits for', () => {
    const page = open()
    page.arrives('one')
    page.asks('events', 'one', 'EventSource')
    expect(page.isQuietLater()).toBe(true)
  })
})
