import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/limits.ts'
import { extractEntries } from '../../../src/scanner/crawl/extract.ts'
import { extractForms } from '../../../src/scanner/crawl/forms.ts'
import { detectTech } from '../../../src/scanner/tech/detect.ts'
import { answer } from './answer.ts'
import { cpuMs } from '../../support/cpu.ts'

const MB = 1_000_000
const times = (text: string, length = MB): string => text.repeat(Math.ceil(length / text.length))
const numbered = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('')

/** Far above what any takes alone, far below what one that is not linear takes. */
const MOST_MS = 5000
/** CPU time is judged; on a busy machine the clock on the wall runs far ahead of it. */
const PATIENCE_MS = 60_000
const PAGES: readonly (readonly [name: string, type: string, body: string])[] = [
  ['a megabyte of <', 'text/html', times('<')],
  ['100,000 links', 'text/html', numbered(100_000, (n) => `<a href=/p${n}>x</a>`)],
  ['links that are all dangerous', 'text/html', numbered(40_000, (n) => `<a href=/logout/${n}>`)],
  ['tags that are never closed', 'text/html', times('<b>', MB / 2) + times('</i>', MB / 2)],
  ['svg in svg', 'text/html', times('<svg>')],
  ['one tag with 100,000 attributes', 'text/html', `<a ${numbered(100_000, (n) => ` a${n}`)}>`],
  ['comments that never end', 'text/html', times('<!--')],
  ['a script that never ends', 'text/html', `<script>${times('</script')}`],
  ['quotes in a script', 'text/html', `<script>${times('"/')}`],
  ['one literal without an end', 'text/html', `<script>"/${times('a')}`],
  ['slashes in a script', 'text/html', `<script>"${times('/a')}`],
  ['dots in a script', 'text/html', `<script>${times('"a.a.a.a/a.a.a')}`],
  ['placeholders in a script', 'text/html', `<script>${times('${')}`],
  ['a style that never ends', 'text/html', `<style>${times('url( ')}`],
  ['paths in a comment', 'text/html', `<!--${times(' /a/a/a/a/a/a/a/a/a/a')}-->`],
  ['spaces in a comment', 'text/html', `<!--${times(' ')}-->`],
  ['radio buttons', 'text/html', `<form>${times('<input type=radio name=a>')}`],
  [
    'forms and fields by id',
    'text/html',
    numbered(20_000, (n) => `<form id=f${n}></form><input form=f${n} name=n>`),
  ],
  ['options', 'text/html', `<form><select name=s>${times('<option>')}`],
  ['a srcset', 'text/html', `<img srcset="${times('a ,')}">`],
  ['a refresh', 'text/html', `<meta http-equiv=refresh content="${times(' ;')}">`],
  ['arrays that never end', 'application/json', times('[')],
  ['a long array', 'application/json', `[${times('"/a",')}1]`],
  ['elements that never end', 'application/xml', times('<urlset><url>')],
  [
    'a sitemap',
    'application/xml',
    `<urlset>${numbered(30_000, (n) => `<url><loc>/p${n}</loc></url>`)}</urlset>`,
  ],
  [
    'entities',
    'application/xml',
    `<!DOCTYPE x [<!ENTITY a "${times('b', 50_000)}">]><urlset>${times('<url><loc>&a;</loc></url>')}`,
  ],
  ['imports', 'text/css', times('@import ')],
  ['quotes', 'text/javascript', times('\'`"/')],
  ['brackets in code', 'text/javascript', times('(', 200_000)],
  ['a sum of many parts', 'text/javascript', `x=${times('"/a"+b+', 200_000)}1`],
  [
    'names that lead to each other',
    'text/javascript',
    numbered(20_000, (n) => `a${n % 50}=a${(n * 7) % 50}+"/x";`),
  ],
  [
    'routes in routes',
    'text/javascript',
    `x=${times('{path:"a",children:[', 20_000)}${times(']}', 2000)}`,
  ],
  ['markup in code', 'text/javascript', numbered(5000, (n) => `a="<a href='/p${n}'>";`)],
  ['JSON in attributes', 'text/html', numbered(20_000, (n) => `<i data-x='{"href":"/p${n}"}'>`)],
  ['sections', 'application/xml', times('<![CDATA[<a href="/x">]]>')],
  ['sections that never end', 'application/xml', times('<![CDATA[')],
  ['links of Markdown', 'text/plain', times('](/a ')],
  ['addresses in text', 'text/plain', times('https://')],
  ['lines of JSON', 'application/json', times('{"href":"/a"}\n')],
  ['a pattern', 'text/html', `<form><input name=a pattern="${times('(a|', 90)}">`],
]

describe('hostile pages', () => {
  it.each(PAGES)(
    'reads %s in bounded time and size',
    async (_, type, body) => {
      const exchange = answer(body, { type })
      const read = () => [extractEntries(exchange, 1), extractForms(exchange), detectTech(exchange)]
      expect(await cpuMs(read)).toBeLessThan(MOST_MS)
      const entries = extractEntries(exchange, 1)
      const forms = extractForms(exchange)
      const most = type === 'application/xml' ? LIMITS.sitemapUrls : LIMITS.linksPerPage
      expect(entries.length).toBeLessThanOrEqual(most)
      expect(forms.length).toBeLessThanOrEqual(LIMITS.formsPerPage)
      expect(forms.every(({ fields }) => fields.length <= LIMITS.fieldsPerForm)).toBe(true)
    },
    PATIENCE_MS,
  )
  it('keeps what fits of what is too much', () => {
    const [, [, , links] = []] = PAGES
    expect(extractEntries(answer(links ?? ''), 1)).toHaveLength(LIMITS.linksPerPage)
  })
})

const TYPES = [
  'text/html',
  'text/css',
  'text/javascript',
  'application/json',
  'application/xml',
  null,
]
const PIECES = [
  '<a href="',
  '">',
  "'",
  '<form action=',
  '<input name=q type=',
  '<base href="',
  '</form>',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '/path?a=1',
  'http://',
  '\u0000',
  '\ud800',
  '&#x110000;',
  '&amp;',
  '<meta http-equiv=refresh content="0;',
  '<select name=s><option value=',
  '%',
  '%zz',
  '{"a":',
  '[',
  '<urlset><url><loc>',
  'url(',
  ' ',
  '=',
  '<style>',
  '<![CDATA[',
  '<?',
  '<svg>',
  'srcset="',
  ',',
]
const garbage = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })))
    .map((parts) => parts.join('')),
)

describe('any body at all', () => {
  it('gives absolute web URLs without fragment, and never throws', () => {
    const paths = fc.constantFrom('/', '/robots.txt', '/sitemap.txt', '/.well-known/security.txt')
    fc.assert(
      fc.property(
        garbage,
        fc.constantFrom(...TYPES),
        paths,
        garbage,
        (body, type, path, header) => {
          const headers = { link: header, refresh: header, location: header }
          const isHeader = /^[\x20-\x7e]*$/.test(header)
          const url = `https://shop.test${path}`
          const exchange = answer(body, { type, url, ...(isHeader ? { headers } : {}) })
          detectTech(exchange)
          for (const { action } of extractForms(exchange)) expect(URL.canParse(action)).toBe(true)
          for (const entry of extractEntries(exchange, 2)) {
            expect(entry.url).toMatch(/^https?:\/\/[^#]+$/)
            expect(entry.url.length).toBeLessThanOrEqual(LIMITS.urlLength)
            expect(new URL(entry.url).href).toBe(entry.url)
          }
        },
      ),
      { numRuns: 1500 },
    )
  })
})
