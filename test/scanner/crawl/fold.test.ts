import { describe, expect, it } from 'vitest'
import { foldKey } from '../../../src/scanner/crawl/fold.ts'

const key = (path: string): string =>
  foldKey(new URL(path, 'https://shop.test')).replace('https://shop.test', '')

const SAME: readonly (readonly [a: string, b: string])[] = [
  ['/items/1', '/items/22'],
  ['/u/0f8fad5b-d9cb-469f-a165-70867728950e', '/u/7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  ['/blog/2026-01-02', '/blog/2025-11-30'],
  ['/c/deadbeef01', '/c/0123456789abcdef'],
  ['/blog/my-first-post', '/blog/another-very-long-title-of-a-post'],
  ['/blog/my-first-post.html', '/blog/some-other-title.html'],
  ['/product-12', '/product-7'],
  ['/page2.php', '/page31.php'],
  ['/t/aZ3kd9Qpw71xLmN0sT', '/t/B2k8sTqpw91xLaB7qQ'],
  ['/s?a=1&b=2', '/s?b=3&a=4'],
  ['/s?a=1&a=2', '/s?a=1'],
  ['/s?page=2', '/s?page=3'],
  ['/s?f[0]=x', '/s?f[1]=y'],
  ['/s?q=one', '/s?q=two'],
  ['/r/k3x9qa', '/r/pp7d1c'],
  ['/(S(lit3py55t21z5v55vlm25s55))/cart', '/(S(abc))/cart'],
  ['/on/on/on/', '/on/'],
  ['/x/a/b/a/b/a/b', '/x/a/b'],
  ['/log/2026/may/3', '/log/2025/december/17'],
  ['/about/__data.json', '/team/us/__data.json'],
  ['/_next/data/b1/about.json', '/_next/data/b1/team/us.json'],
  ['/page-data/about/page-data.json', '/page-data/index/page-data.json'],
]
const APART: readonly (readonly [a: string, b: string])[] = [
  ['/about', '/contact'],
  ['/about-us', '/contact-us'],
  ['/api/v1/users', '/api/v2/users'],
  ['/s?a=1', '/s?b=1'],
  ['/s?a=1', '/s'],
  ['/index.php?page=news', '/index.php?page=about'],
  ['/index.php?action=view&id=1', '/index.php?action=list&id=1'],
  ['/blog/my-first-post.html', '/blog/my-first-post.pdf'],
  ['/items/1', '/items/1/edit'],
  ['/items/', '/items'],
  ['/items/1', '/items/1/2'],
  ['/may', '/june'],
  ['/h2o', '/mp3'],
  ['/utf8', '/base64'],
  ['/a/b/a', '/a/b'],
  ['/data.json', '/page.json'],
]

describe('foldKey', () => {
  it.each(SAME)('takes %s and %s for pages of one make', (a, b) => {
    expect(key(a)).toBe(key(b))
  })
  it.each(APART)('tells %s from %s', (a, b) => {
    expect(key(a)).not.toBe(key(b))
  })
  it('tells origins apart', () => {
    expect(foldKey(new URL('http://a.test/'))).not.toBe(foldKey(new URL('http://a.test:81/')))
  })
})
