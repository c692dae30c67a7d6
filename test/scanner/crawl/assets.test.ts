import { describe, expect, it } from 'vitest'
import { assetKind, isStaticAsset, isVisitable } from '../../../src/scanner/crawl/assets.ts'

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
