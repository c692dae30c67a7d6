import { describe, expect, it } from 'vitest'
import type { UrlItem } from '../../../src/report/report.ts'
import { pointsBeside } from '../../../src/scanner/engine/inputs-beside.ts'
import { placesOf } from '../../../src/scanner/engine/places.ts'

const ORIGIN = 'https://shop.test'
const item = (path: string, change: Partial<UrlItem> = {}): UrlItem => ({
  url: ORIGIN + path,
  method: 'GET',
  source: 'a[href]',
  status: 200,
  content_type: 'text/html',
  parameters: [],
  ...change,
})
const everywhere = () => true

describe('the places of page checks', () => {
  it('are one page per template and the folders above, without queries', () => {
    const urls = [item('/item/7?x=1'), item('/item/12'), item('/a/b/c/d/e.html'), item('/a/')]
    const places = placesOf(urls, [`${ORIGIN}/img/`], everywhere)
    expect(places.map(({ url, status }) => `${url.slice(ORIGIN.length)} ${status}`)).toEqual([
      '/ null',
      '/a/ 200',
      '/a/b/ null',
      '/img/ null',
      '/item/ null',
      '/a/b/c/ null',
      '/item/7 200',
      '/a/b/c/d/e.html 200',
    ])
    expect(places.filter(({ isFolder }) => isFolder)).toHaveLength(6)
  })

  it('leave out what was not answered, may do harm or is not wanted', () => {
    const urls = [item('/x', { status: null }), item('/logout'), item('/secret/a'), item('/b')]
    const places = placesOf(urls, [], ({ pathname }) => !pathname.startsWith('/secret'))
    expect(places.map(({ url }) => url)).toEqual([`${ORIGIN}/`, `${ORIGIN}/b`])
  })
})

describe('inputs beside links and forms', () => {
  const names = (urls: readonly UrlItem[], cookies: readonly string[] = []) =>
    pointsBeside(
      urls,
      cookies.map((name) => ({ origin: ORIGIN, name, value: 'v' })),
    ).map(({ url, kind, name }) => `${url.slice(ORIGIN.length)} ${kind} ${name}`)

  it('are segments, headers and cookies of pages', () => {
    expect(names([item('/orders/17/notes')], ['lang'])).toEqual([
      '/orders/17/notes path segment 2',
      '/orders/17/notes path segment 3',
      '/orders/17/notes header user-agent',
      '/orders/17/notes header referer',
      '/orders/17/notes header x-forwarded-for',
      '/orders/17/notes cookie lang',
    ])
  })
  it('hold segments with a slash inside, wherever they stand and whatever their ending', () => {
    const path = '/go/https%3A%2F%2Fpartner.test%2Fa.html'
    expect(names([item(path)])).toContain(`${path} path segment 2`)
    expect(names([item(`${path}/end.html`)])).toContain(`${path}/end.html path segment 2`)
  })
  it('leave out files and what was not found', () => {
    expect(names([item('/logo.png'), item('/gone', { status: 404 })], ['lang'])).toEqual([])
    expect(names([item('/index.php')])).not.toContain('/index.php path segment 1')
    expect(names([item('/files/notes.txt')])).toContain('/files/notes.txt path segment 2')
  })
})
