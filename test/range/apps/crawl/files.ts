import { gzipSync } from 'node:zlib'

import { get, type Route } from '../../kit/app.ts'
import type { Exhibit, Resource } from './exhibit.ts'

const XML = 'application/xml'
const urlset = (urls: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="x">${urls}</urlset>`

/** Files at places that every crawler knows. Nothing on the site links to the first ones. */
export const FILES: readonly Exhibit[] = [
  {
    path: '/robots.txt',
    type: 'text/plain',
    items: [
      ['robots-disallowed', 'User-agent: *\nDisallow: {}'],
      ['robots-folder', 'Disallow: {}*?sort=', '/robots-folder/'],
      ['robots-allowed', 'Allow: {}$'],
      ['map.xml', 'Sitemap: {url}', '/files/map.xml'],
      ['packed.xml.gz', 'Sitemap: {url}', '/files/packed.xml.gz'],
      ['map.txt', 'Sitemap: {url}', '/files/sitemap-plain.txt'],
    ],
  },
  {
    path: '/sitemap.xml',
    type: XML,
    items: [
      ['index-1', '<sitemap><loc>{url}</loc></sitemap>', '/files/index-1.xml'],
      ['index-2', '<sitemap><loc>{url}</loc></sitemap>', '/files/sub/index-2.xml'],
    ],
    wrap: (maps) => `<sitemapindex>${maps}</sitemapindex>`,
  },
  {
    path: '/files/index-1.xml',
    type: XML,
    items: [['mapped-1', '<url><loc>{url}</loc></url>']],
    wrap: urlset,
  },
  {
    path: '/files/sub/index-2.xml',
    type: XML,
    items: [['mapped-2', '<url><loc>{url}</loc></url>']],
    wrap: urlset,
  },
  {
    path: '/files/map.xml',
    type: XML,
    items: [
      ['mapped', '<url><loc>{url}</loc></url>'],
      [
        'translated',
        '<url><loc>{url}</loc><xhtml:link rel="alternate" hreflang="fr" href="{url}"/></url>',
      ],
      [
        'image-page',
        '<url><loc>{url}</loc><image:image><image:loc>{url}</image:loc></image:image></url>',
      ],
    ],
    wrap: urlset,
  },
  { path: '/files/sitemap-plain.txt', type: 'text/plain', items: [['mapped-plain', '{url}']] },
  {
    path: '/.well-known/security.txt',
    type: 'text/plain',
    items: [
      [
        'policy',
        'Contact: mailto:a@shop.example\nPolicy: {url}\nExpires: 2030-01-01T00:00:00Z',
        '/files/policy',
      ],
    ],
  },
  {
    path: '/.well-known/openid-configuration',
    type: 'application/json',
    items: [
      ['authorize', '"authorization_endpoint":"{url}",', '/files/authorize'],
      ['jwks', '"jwks_uri":"{url}"', '/files/jwks'],
    ],
    wrap: (fields) => `{"issuer":"{origin}",${fields}}`,
  },
  {
    path: '/.well-known/apple-app-site-association',
    type: 'application/json',
    items: [['app-path', '{"applinks":{"details":[{"paths":["{}/*"]}]}}', '/files/app-path']],
  },
  { path: '/humans.txt', type: 'text/plain', items: [['team', 'Team: {url}', '/files/team']] },
  {
    path: '/llms.txt',
    type: 'text/plain',
    items: [['guide', '# Docs\n- [Guide]({}): words', '/files/guide']],
  },
  { path: '/crossdomain.xml', type: XML, items: [], wrap: () => '<cross-domain-policy/>' },
]

const KNOWN = [
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/security.txt',
  '/.well-known/openid-configuration',
  '/.well-known/apple-app-site-association',
  '/humans.txt',
  '/llms.txt',
  '/crossdomain.xml',
]
export const KNOWN_FILES: readonly Resource[] = KNOWN.map((path) => ({
  id: path,
  path,
  needs: 'nothing',
}))

const PACKED = '/files/packed'
export const PACKED_RESOURCE: Resource = { id: PACKED, path: PACKED, needs: 'nothing' }

/** A sitemap that is packed itself, and not only on its way. */
export const PACKED_ROUTE: Route = get('/files/packed.xml.gz', ({ origin }) => ({
  headers: { 'content-type': 'application/gzip' },
  body: gzipSync(urlset(`<url><loc>${origin}${PACKED}</loc></url>`)),
}))
