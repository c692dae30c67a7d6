import { expect, it } from 'vitest'

import { shownAfter } from '../../../src/scanner/checks/support/shown-after.ts'

const ORIGIN = 'https://shop.test'
const get = (path: string) => ({
  method: 'GET',
  url: new URL(path, ORIGIN),
  headers: new Headers(),
})
const after = (shownAt: string, location: string | null, status: number): string => {
  const headers = new Headers(location === null ? {} : { location })
  const response = { status, headers, body: '', truncated: false, elapsedMs: 1 }
  const { url } = shownAfter(get(shownAt), { request: get('/post'), response })
  return url.href.replace(ORIGIN, '')
}

it.each([
  ['/club?id=2', '/club?id=3', '/club?id=3'],
  ['/clubs/2', 'clubs/3', '/clubs/3'],
])('after %s the page of the next entry is %s', (shownAt, location, expected) => {
  expect(after(shownAt, location, 303)).toBe(expected)
})

it.each<readonly [shownAt: string, location: string | null, status: number]>([
  ['/club?id=2', null, 303],
  ['/club?id=2', '/thanks', 303],
  ['/club?id=2', 'https://other.test/club?id=3', 303],
  ['/club?id=2', 'http://[', 303],
  ['/club?id=2', '/club?id=%3Cb%3E', 303],
  ['/club', '/club?said=hello', 303],
  ['/clubs/anna', '/clubs/bert', 303],
  ['/club?id=2', '/club?id=3', 201],
])('%s stays after a redirect to %s', (shownAt, location, status) => {
  expect(after(shownAt, location, status)).toBe(shownAt)
})
