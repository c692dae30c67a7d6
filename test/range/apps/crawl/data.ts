import type { Exhibit } from './exhibit.ts'

const JSON_TYPE = 'application/json'
const XML = 'application/xml'

/** Bodies that are no pages: JSON, XML, feeds, plain text, listings. */
export const DATA: readonly Exhibit[] = [
  {
    path: '/data/',
    items: [
      ['plain.json', '<a href="{}">x</a>'],
      ['hal', '<a href="{}">x</a>'],
      ['jsonapi', '<a href="{}">x</a>'],
      ['lines', '<a href="{}">x</a>'],
      ['guarded', '<a href="{}">x</a>'],
      ['fragment', '<a href="{}">x</a>'],
      ['listing.json', '<a href="{}">x</a>'],
      ['rss', '<link rel="alternate" type="application/rss+xml" href="{}">'],
      ['atom', '<link rel="alternate" type="application/atom+xml" href="{}">'],
      ['search.xml', '<link rel="search" href="{}">'],
      ['config.xml', '<meta name="msapplication-config" content="{}">'],
      ['soap', '<a href="{}">x</a>'],
      ['odata', '<a href="{}">x</a>'],
      ['styled.xml', '<a href="{}">x</a>'],
      ['app.webmanifest', '<link rel="manifest" href="{}">'],
      ['cache.appcache', '<html manifest="{}">'],
      ['note.txt', '<a href="{}">x</a>'],
      ['read.md', '<a href="{}">x</a>'],
      ['listing', '<a href="{}">x</a>', '/data/listing/'],
    ],
  },
  {
    path: '/data/plain.json',
    type: JSON_TYPE,
    items: [['rooted', '{"a":["{}"]}']],
  },
  {
    path: '/data/hal',
    type: 'application/hal+json',
    items: [
      ['hal-self', '"self":{"href":"{}"},'],
      ['hal-relative', '"next":{"href":"{name}"},'],
      ['hal-template', '"find":{"href":"{}{?q}","templated":true}'],
    ],
    wrap: (links) => `{"_links":{${links}}}`,
  },
  {
    path: '/data/jsonapi',
    type: 'application/vnd.api+json',
    items: [
      ['api-related', '"related":"{url}",'],
      ['api-relative', '"next":"{name}"'],
    ],
    wrap: (links) => `{"data":[],"links":{${links}}}`,
  },
  {
    path: '/data/lines',
    type: 'application/x-ndjson',
    items: [
      ['line-1', '{"url":"{}"}'],
      ['line-2', '{"url":"{name}"}'],
    ],
  },
  {
    path: '/data/guarded',
    type: JSON_TYPE,
    items: [['behind-guard', ')]}\',\n{"image_url":"{name}"}']],
  },
  {
    path: '/data/fragment',
    type: JSON_TYPE,
    items: [['in-html', '{"html":"<a href=\\"{}\\">x</a>"}']],
  },
  {
    path: '/data/listing.json',
    type: JSON_TYPE,
    items: [['file', '[{"name":"{name}","type":"file","size":9}]']],
  },
  {
    path: '/data/listing/',
    items: [
      ['sub', '<a href="sub/">sub/</a>', '/data/listing/sub/'],
      ['report', '<a href="report">report</a>'],
    ],
    wrap: (rows) =>
      `<html><head><title>Files</title></head><body><h1>Files</h1><pre><a href="?C=N;O=D">Name</a> <a href="?C=M;O=A">Last modified</a>\n<a href="/data/">Up</a>\n${rows}</pre></body></html>`,
  },
  {
    path: '/data/rss',
    type: 'application/rss+xml',
    items: [
      ['rss-link', '<item><link>{url}</link></item>'],
      ['rss-comments', '<item><comments>{}</comments></item>'],
      ['rss-enclosure', '<item><enclosure url="{}" length="1" type="audio/mpeg"/></item>'],
      [
        'rss-content',
        '<item><content:encoded><![CDATA[<p><a href="{}">x</a></p>]]></content:encoded></item>',
      ],
    ],
    wrap: (items) => `<?xml version="1.0"?><rss version="2.0"><channel>${items}</channel></rss>`,
  },
  {
    path: '/data/atom',
    type: 'application/atom+xml',
    items: [
      ['atom-link', '<entry><link rel="alternate" href="{}"/></entry>'],
      [
        'atom-content',
        '<entry><content type="html">&lt;a href="{}"&gt;x&lt;/a&gt;</content></entry>',
      ],
    ],
    wrap: (items) => `<feed xmlns="http://www.w3.org/2005/Atom">${items}</feed>`,
  },
  {
    path: '/data/search.xml',
    type: 'application/opensearchdescription+xml',
    items: [
      ['search', '<Url type="text/html" template="{}?q={searchTerms}&amp;p={startPage?}"/>'],
      ['suggest', '<Url type="application/x-suggestions+json" template="{url}?q={searchTerms}"/>'],
    ],
    wrap: (urls) =>
      `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">${urls}</OpenSearchDescription>`,
  },
  {
    path: '/data/config.xml',
    type: XML,
    items: [
      ['tile', '<square70x70logo src="{}"/>'],
      ['poll', '<polling-uri src="{}"/>'],
    ],
    wrap: (tiles) =>
      `<browserconfig><msapplication><tile>${tiles}</tile></msapplication></browserconfig>`,
  },
  {
    path: '/data/soap',
    type: 'text/xml',
    items: [
      ['soap-address', '<soap:address location="{url}"/>'],
      ['soap-schema', '<xs:import namespace="urn:x" schemaLocation="{name}"/>'],
    ],
    wrap: (parts) => `<definitions xmlns:soap="x" xmlns:xs="y">${parts}</definitions>`,
  },
  {
    path: '/data/odata',
    type: XML,
    items: [['Products', '<collection href="Products"/>']],
    wrap: (parts) => `<service><workspace>${parts}</workspace></service>`,
  },
  {
    path: '/data/styled.xml',
    type: XML,
    items: [['style.xsl', '<?xml-stylesheet type="text/xsl" href="{name}"?><doc/>']],
  },
  {
    path: '/data/app.webmanifest',
    type: 'application/octet-stream',
    items: [
      ['start', '"start_url":"{name}",'],
      ['shortcut', '"shortcuts":[{"name":"x","url":"{}"}],'],
      ['share', '"share_target":{"action":"{}","method":"GET"},'],
      ['handler', '"protocol_handlers":[{"protocol":"web+x","url":"{}?u=%s"}],'],
      ['icon-src', '"icons":[{"src":"{name}","sizes":"1x1"}]'],
    ],
    wrap: (fields) => `{"name":"x",${fields}}`,
  },
  {
    path: '/data/cache.appcache',
    type: 'text/cache-manifest',
    items: [
      ['cache-1', 'CACHE MANIFEST\n{}'],
      ['cache-2', 'FALLBACK:\n/ {name}'],
    ],
  },
  {
    path: '/data/note.txt',
    type: 'text/plain',
    items: [['in-text', 'Moved to {url} (since May).']],
  },
  {
    path: '/data/read.md',
    type: 'text/markdown',
    items: [
      ['md-inline', 'See [this]({}).'],
      ['md-reference', '[1]: {}'],
    ],
  },
]
