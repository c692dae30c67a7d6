import { ParseOption, XmlDocument } from 'libxml2-wasm'

import check from '../../src/scanner/checks/input/xxe.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { escapeHtml, html, valueOf, type Reply } from '../support/site.ts'

const url = 'https://shop.test/order'
const ORDER = '<?xml version="1.0"?><order><item>lamp</item><note>soon</note></order>'
const xml = (body: string): Reply => ({ headers: { 'content-type': 'application/xml' }, body })

/** The texts of a document as libxml2 reads them, or its error. */
function read(source: string, option: ParseOption, then: (text: string) => Reply): Reply {
  try {
    const document = XmlDocument.fromString(source, { option })
    try {
      return then(document.root.content)
    } finally {
      document.dispose()
    }
  } catch (error) {
    return { status: 400, body: `Bad XML: ${error instanceof Error ? error.message : ''}` }
  }
}
const parses =
  (
    option = ParseOption.XML_PARSE_NOENT,
    before: (source: string) => string | null = (source) => source,
  ) =>
  ({ body = '' }: HttpRequest): Reply => {
    const source = before(body)
    if (source === null) return { status: 400, body: 'Bad XML: DOCTYPE is not allowed.' }
    return read(source, option, (text) => xml(`<ok>${escapeHtml(text)}</ok>`))
  }
const noDoctype = (source: string) => (/<!DOCTYPE/i.test(source) ? null : source)
const typeOf = (request: HttpRequest) => request.headers.get('content-type') ?? ''
const json = (value: unknown): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

testCheck(check, {
  clean: {
    'refuses document types': { url, xml: ORDER, site: parses(undefined, noDoctype), requests: 1 },
    'removes document types': {
      url,
      xml: ORDER,
      site: parses(undefined, (source) => source.replace(/<!DOCTYPE.*?\]>/, '')),
    },
    'does not show what it read': {
      url,
      xml: ORDER,
      site: ({ body = '' }) => read(body, ParseOption.XML_PARSE_NOENT, () => xml('<ok/>')),
    },
    'repeats the document as text': {
      url,
      xml: ORDER,
      site: ({ body = '' }) => html(`<pre>${escapeHtml(body)}</pre>`),
    },
    'repeats the words of the document one after the other': {
      url,
      xml: ORDER,
      site: ({ body = '' }) => html([...body.matchAll(/"([^"&]*?(?:&\w+;)?)"/g)].join('')),
    },
    'joins what stands in the document type, used or not': {
      url,
      xml: ORDER,
      site: ({ body = '' }) => {
        const [, left = '', right = ''] = /"(k\w+)".*;(k\w+)"/.exec(body) ?? []
        return html(`<p>${left}${right}</p>`)
      },
    },
    'expands once, by chance': {
      url,
      xml: ORDER,
      site: (request, nth) => (nth < 3 ? parses()(request) : xml('<ok/>')),
    },
    'an API that reads JSON only': {
      url,
      json: { item: 'lamp' },
      site: (request) => (typeOf(request).includes('json') ? json({ ok: true }) : { status: 415 }),
      requests: 1,
    },
    'an API that does not look at the type': {
      url,
      json: { item: 'lamp' },
      site: () => json({ error: 'Unexpected token < in JSON' }),
    },
    'a value of XML that is kept as text': {
      url: 'https://shop.test/feed?xml=%3Ca%3Eb%3C%2Fa%3E',
      site: (request) => html(`<p>${escapeHtml(valueOf(request, 'xml'))}</p>`),
    },
    'errors of a parser for every value': {
      url,
      xml: ORDER,
      site: html('<p>org.xml.sax.SAXParseException; lineNumber: 1</p>', { status: 500 }),
    },
    'says that it refuses document types': {
      url,
      xml: ORDER,
      site: ({ body = '' }) =>
        noDoctype(body) === null
          ? {
              status: 500,
              body: 'SAXParseException: DOCTYPE is disallowed when the feature is set',
            }
          : xml('<ok/>'),
    },
  },
  found: {
    'a parser that expands entities': {
      url,
      xml: ORDER,
      site: parses(),
      match: /^k\w+q9k\w+q9$/,
      confidence: 'likely',
      note: /behind `\/order\/item` expands/,
      requests: 3,
    },
    'a document without a declaration': {
      url,
      xml: '<!-- new --><order><item>lamp</item></order>',
      site: parses(),
    },
    'a document with a type of its own': {
      url,
      xml: '<!DOCTYPE order [<!ELEMENT item ANY>]><order><item>lamp</item></order>',
      site: parses(),
    },
    'an envelope': {
      url,
      xml: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a>b</a></s:Body></s:Envelope>',
      site: parses(),
    },
    'an API for JSON that reads XML too': {
      url,
      json: { order: { item: 'lamp', tags: ['a', 1] } },
      site: (request) =>
        typeOf(request).includes('json') ? json({ ok: true }) : parses()(request),
      note: /`\/order\/item`, sent as XML, expands/,
      confidence: 'likely',
    },
    'a document in a field': {
      url: 'https://shop.test/import',
      form: { doc: '<list><name>lamp</name></list>' },
      site: (request) =>
        read(valueOf(request, 'doc'), ParseOption.XML_PARSE_NOENT, (text) =>
          html(`<p>${text}</p>`),
        ),
    },
    'an empty document in a field': {
      url: 'https://shop.test/import',
      form: { doc: '<list><name></name></list>' },
      site: (request) =>
        read(valueOf(request, 'doc'), ParseOption.XML_PARSE_NOENT, (text) =>
          html(`<p>${text}</p>`),
        ),
    },
    'a document in a field of a form with files': {
      url: 'https://shop.test/import',
      multipart: { doc: '<list><name>lamp</name></list>' },
      site: ({ body = '' }) =>
        read(
          /name="doc"\r\n\r\n([^]*?)\r\n--/.exec(body)?.[1] ?? '',
          ParseOption.XML_PARSE_NOENT,
          (text) => html(`<p>${text}</p>`),
        ),
    },
    'a document in a cookie': {
      url: 'https://shop.test/import',
      cookies: { filter: '<list><name>lamp</name></list>' },
      site: ({ headers }) =>
        read(
          decodeURIComponent((headers.get('cookie') ?? '').replace('filter=', '')),
          ParseOption.XML_PARSE_NOENT,
          (text) => html(`<p>${text}</p>`),
        ),
    },
    'a parameter whose name says XML': {
      url: 'https://shop.test/import?xml=',
      site: (request) =>
        read(valueOf(request, 'xml'), ParseOption.XML_PARSE_NOENT, (text) =>
          html(`<p>${text}</p>`),
        ),
    },
    ...Object.fromEntries(
      [
        'xmlParseEntityRef: no name',
        'org.xml.sax.SAXParseException; lineNumber: 1',
        'lxml.etree.XMLSyntaxError: line 1',
        'xml.parsers.expat.ExpatError: undefined entity',
        'System.Xml.XmlException: Root element is missing.',
        'REXML::ParseException: malformed XML',
        "Entity: line 1: parser error : EntityRef: expecting ';'",
      ].map((error) => [
        `the error ${error}`,
        {
          url,
          xml: ORDER,
          site: ({ body = '' }: HttpRequest): Reply =>
            noDoctype(body) === null ? { status: 500, body: error } : xml('<ok/>'),
          confidence: 'possible' as const,
        },
      ]),
    ),
  },
  skipped: {
    'a header': {
      url: 'https://shop.test/',
      headers: { 'x-feed': '<a>b</a>' },
      site: html('<p>feed</p>'),
    },
    'a document too long to be sent thrice': {
      url,
      xml: `<order><item>lamp</item>${' '.repeat(20_000)}</order>`,
      site: xml('<ok/>'),
    },
    'a word': { url: 'https://shop.test/?q=lamp', site: html('<p>lamp</p>') },
    'a list of numbers in JSON': { url, json: { 'a b': '1' }, site: json({}) },
    'a segment of the path': {
      url: 'https://shop.test/feed/xml',
      segments: [2],
      site: html('<p>feed</p>'),
    },
  },
})
