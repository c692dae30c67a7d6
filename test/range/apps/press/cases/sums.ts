import { runInNewContext } from 'node:vm'
import { get, post, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { encode, json } from '../../../kit/html.ts'
import { field, leaf, param, segment } from '../../../kit/values.ts'
import { attempt } from '../bounded.ts'
import { BOOKS, page } from '../layout.ts'

/** A function whose body is made of text, as in applications that let people configure formulas. */
const compile = (body: string, ...names: readonly string[]): ((...values: unknown[]) => unknown) =>
  // oxlint-disable-next-line typescript/no-implied-eval -- the flaw that these cases are about
  new Function(...names, body) as (...values: unknown[]) => unknown

const nothing = (): string => 'no result'
const shown = (value: unknown): string =>
  encode(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'))

/** JavaScript of the server that is put together from the request. */
export const sumRoutes = (extra: readonly string[]): readonly Route[] => [
  hub(page, '/workshop', 'Workshop', [
    link('/quotes/total?formula=3*120%2B40', 'Total of a quote'),
    link('/quotes/tax?rate=19', 'Tax on a quote'),
    form('post', '/labels/sheet', [['line', 'Ada']]),
    form('post', '/labels/settings', [['settings', '{"copies": 2, "paper": "A5"}', 'textarea']]),
    link('/fonts/Garamond', 'Specimen'),
    ...extra,
  ]),
  get('/quotes/total', (request) => {
    // oxlint-disable-next-line no-eval -- the flaw that this case is about
    const total: unknown = attempt(() => eval(param(request, 'formula')), nothing)
    return page('Total', `<p>The total is <b>${shown(total)}</b>.</p>`)
  }),
  get('/quotes/tax', (request) => {
    const body = `const rate = ${param(request, 'rate')}
return rate + ' % of 120 are ' + 1.2 * rate`
    return page('Tax', `<p>${shown(attempt(() => compile(body)(), nothing))}</p>`)
  }),
  post('/labels/sheet', (request) => {
    const code = `'To: ' + '${field(request, 'line')}'`
    const label: unknown = attempt(() => runInNewContext(code, {}), nothing)
    return page('Labels', `<p>${shown(label)}</p>`)
  }),
  post('/labels/settings', (request) => {
    // oxlint-disable-next-line no-eval -- the flaw that this case is about
    const settings: unknown = attempt(() => eval(`(${field(request, 'settings')})`), nothing)
    return page('Settings', `<pre>${shown(settings)}</pre>`)
  }),
  get('/fonts/*', (request) => {
    const body = `return "Set in " + "${segment(request, 2)}"`
    return page('Specimen', `<p>${shown(attempt(() => compile(body)(), nothing))}</p>`)
  }),
  post('/api/shelf', (request) => {
    const body = `return ${leaf(request, '/by')}`
    return attempt(
      () => {
        const keyOf = compile(body, 'title', 'pages', 'year')
        const books = BOOKS.map((book) => ({
          title: book.title,
          key: keyOf(book.title, book.pages, book.year),
        }))
        return json({ books: books.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1)) })
      },
      () => json({ error: 'unknown key' }, 400),
    )
  }),
]
