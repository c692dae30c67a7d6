import { describe, expect, it } from 'vitest'
import { GUESS_SOURCE, seedEntries } from '../../../src/scanner/crawl/seeds.ts'

describe('seedEntries', () => {
  it('begins at the target and at the files that name pages', () => {
    expect(seedEntries(new URL('http://127.0.0.1:3000/app?x=1#top'))).toEqual([
      { url: 'http://127.0.0.1:3000/app?x=1', source: 'target', depth: 0 },
      { url: 'http://127.0.0.1:3000/robots.txt', source: 'robots', depth: 0 },
      { url: 'http://127.0.0.1:3000/sitemap.xml', source: 'sitemap', depth: 0 },
      { url: 'http://127.0.0.1:3000/.well-known/security.txt', source: 'security.txt', depth: 0 },
      ...[
        '/sitemap_index.xml',
        '/.well-known/openid-configuration',
        '/.well-known/apple-app-site-association',
        '/.well-known/assetlinks.json',
        '/crossdomain.xml',
        '/humans.txt',
        '/llms.txt',
      ].map((path) => ({ url: `http://127.0.0.1:3000${path}`, source: GUESS_SOURCE, depth: 0 })),
    ])
  })
})
