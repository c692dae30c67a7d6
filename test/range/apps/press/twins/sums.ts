import { runInNewContext } from 'node:vm'
import { get, post, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { encode, json } from '../../../kit/html.ts'
import type { Runner } from '../../../kit/process.ts'
import { field, leaf, param, segment } from '../../../kit/values.ts'
import { calculate } from '../calculator.ts'
import { BOOKS, page } from '../layout.ts'

/** Sums and wordings without evaluation; the calculators compute because that is what they are for. */
export const sumTwins = ({ run }: Runner): readonly Route[] => {
  const perl = async (code: string, value: string): Promise<string> =>
    (await run('perl', ['-e', code, '--', value])).out
  return [
    hub(page, '/tools', 'Tools', [
      link('/tools/calc?sum=(3%2B4)*6/2', 'Calculator'),
      link('/tools/sum?sum=30-4%2B2', 'Adding machine'),
      link('/tools/area?size=210+x+297', 'Area of a sheet'),
      link('/quotes/vat?rate=19', 'Tax, by table'),
      form('post', '/labels/single', [['line', 'Ada']]),
      form('post', '/labels/options', [['settings', '{"copies": 2}', 'textarea']]),
      link('/typefaces/Garamond', 'Typeface'),
      form('post', '/labels/case', [['title', 'rivers']]),
      link('/paper/points?mm=254', 'Paper in points'),
    ]),
    ...calculators,
    get('/quotes/vat', (request) => {
      const rate = Number.parseFloat(param(request, 'rate')) || 0
      return page('Tax', `<p>${rate} % of 120 are ${1.2 * rate}</p>`)
    }),
    post('/labels/single', (request) => {
      // The value is a variable of the code, not a part of it.
      const label: unknown = runInNewContext(`'To: ' + line`, { line: field(request, 'line') })
      return page('Labels', `<p>${encode(String(label))}</p>`)
    }),
    post('/labels/options', (request) =>
      page('Settings', `<pre>${encode(settingsOf(field(request, 'settings')))}</pre>`),
    ),
    get('/typefaces/*', (request) =>
      page('Specimen', `<p>Set in ${encode(segment(request, 2))}</p>`),
    ),
    post('/labels/case', async (request) => {
      const title = await perl('print ucfirst($ARGV[0])', field(request, 'title'))
      return page('Wrapper', `<p>${encode(title)}</p>`)
    }),
    get('/paper/points', async (request) => {
      const code = 'my $mm = $ARGV[0] + 0; print "$mm mm are ", $mm / 25.4 * 72, " points"'
      return page('Paper', `<p>${encode(await perl(code, param(request, 'mm')))}</p>`)
    }),
    post('/api/subline', async (request) =>
      json({ line: await perl('print lc($ARGV[0])', leaf(request, '/line/text')) }),
    ),
    post('/api/shelf/sorted', (request) => {
      const key = KEYS.find((each) => each === leaf(request, '/by')) ?? 'title'
      const books = BOOKS.map((book) => ({ title: book.title, key: book[key] }))
      return json({ books: books.sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1)) })
    }),
  ]
}

const KEYS = ['title', 'pages', 'year'] as const

function settingsOf(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return 'These are no settings.'
  }
}

const calculators: readonly Route[] = [
  get('/tools/calc', (request) => {
    const value = calculate(param(request, 'sum'))
    return page('Calculator', value === null ? '<p>Not a sum.</p>' : `<p>It is <b>${value}</b></p>`)
  }),
  get('/tools/sum', (request) => {
    const sum = param(request, 'sum').replaceAll(' ', '')
    if (!/^\d{1,9}(?:[+-]\d{1,9}){0,9}$/.test(sum)) return page('Adding', '<p>Not a sum.</p>')
    const terms = sum.match(/[+-]?\d+/g) ?? []
    return page(
      'Adding',
      `<p>It is <b>${terms.reduce((total, term) => total + Number(term), 0)}</b></p>`,
    )
  }),
  get('/tools/area', (request) => {
    // Finds a size in whatever text there is, as search boxes of shops do.
    const size = /(\d{1,9}) ?[x*] ?(\d{1,9})/.exec(param(request, 'size'))
    if (size === null) return page('Area', '<p>No size was found in this.</p>')
    return page('Area', `<p>The sheet has <b>${Number(size[1]) * Number(size[2])} mm²</b></p>`)
  }),
]
