import { describe, expect, it } from 'vitest'
import { assetKind, isStaticAsset, isVisitable } from '../../../src/scanner/crawl/assets.ts'
import { seedEntries } from '../../../src/scanner/crawl/seeds.ts'
import { urlItemOf } from '../../../src/scanner/crawl/visit.ts'
import { answer } from './answer.ts'

describe('assets', () => {
  it.each([
    ['/logo.PNG', 'image', false],
    ['/a/font.woff2?v=3', 'font', false],
    ['/film.mp4', 'media', false],
    ['/all.tar.gz', 'archive', false],
    ['/manual.pdf', 'document', false],
    ['/app.js', 'script', true],
    ['/main.css', 'style', true],
    ['/index.php', null, true],
    ['/photo.png/comments', null, true],
    ['/image.php?file=x.png', null, true],
    ['/png', null, true],
    ['/.png-list', null, true],
    ['/constructor.constructor', null, true],
    ['/', null, true],
  ] as const)('%s is %s, visited: %s', (path, kind, isVisited) => {
    const url = new URL(path, 'https://shop.test')
    expect(assetKind(url)).toBe(kind)
    expect(isStaticAsset(url)).toBe(kind !== null)
    expect(isVisitable(url)).toBe(isVisited)
  })
})

describe('seedEntries', () => {
  it('begins at the target and at the files that name pages', () => {
    expect(seedEntries(new URL('http://127.0.0.1:3000/app?x=1#top'))).toEqual([
      { url: 'http://127.0.0.1:3000/app?x=1', source: 'target', depth: 0 },
      { url: 'http://127.0.0.1:3000/robots.txt', source: 'robots', depth: 0 },
      { url: 'http://127.0.0.1:3000/sitemap.xml', source: 'sitemap', depth: 0 },
      { url: 'http://127.0.0.1:3000/.well-known/security.txt', source: 'security.txt', depth: 0 },
    ])
  })
})

describe('urlItemOf', () => {
  it('lists parameters of query and form once, sorted', () => {
    const exchange = answer('', { url: 'https://shop.test/s?b=1&a=2&b=3', status: 404 })
    const request = {
      ...exchange.request,
      method: 'POST',
      headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
      body: 'c=1&a=3',
    }
    expect(urlItemOf({ ...exchange, request }, 'form')).toEqual({
      url: 'https://shop.test/s?b=1&a=2&b=3',
      method: 'POST',
      source: 'form',
      status: 404,
      content_type: 'text/html',
      parameters: ['a', 'b', 'c'],
    })
    expect(urlItemOf(answer('', { type: null }), 'target')).toMatchObject({
      content_type: null,
      parameters: [],
    })
  })
})
