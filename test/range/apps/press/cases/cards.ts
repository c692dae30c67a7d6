import dot from 'dot'
import { Eta } from 'eta'
import template from 'lodash.template'
import nunjucks from 'nunjucks'
import pug from 'pug'
import { get, type Route } from '../../../kit/app.ts'
import { hub } from '../../../kit/forms.ts'
import { link, list } from '../../../kit/frame.ts'
import { encode } from '../../../kit/html.ts'
import { param, segment } from '../../../kit/values.ts'
import { attempt } from '../bounded.ts'
import { BOOKS, page } from '../layout.ts'

const cards = new nunjucks.Environment([], { autoescape: true })
const shelf = new Eta({ autoEscape: false })

/** Cards, covers and labels whose words become part of a template's source. */
export const cardRoutes: readonly Route[] = [
  hub(page, '/cards', 'Cards and covers', [
    link('/cards/greeting?name=Ada', 'Greeting card'),
    link('/catalogue?show=title', 'Catalogue'),
    link('/stickers/Fragile', 'Sticker'),
    link('/badges?label=Reader', 'Badge, as markup'),
    link('/covers?alt=Front', 'Cover'),
  ]),
  get('/cards/greeting', (request) => {
    const source = `<p>Dear ${encode(param(request, 'name'))}, a good year {{ year }}.</p>`
    const card = attempt(
      () => cards.renderString(source, { year: 2027 }),
      () => null,
    )
    return card === null
      ? page('Card', '<p>The card cannot be set.</p>', { status: 500 })
      : page('Greeting card', card)
  }),
  get('/catalogue', (request) => {
    const source = `<%= it.${param(request, 'show')} %>`
    const rows = attempt(
      () => BOOKS.map((book) => shelf.renderString(source, book)),
      () => [],
    )
    return page('Catalogue', list(rows.map(encode)))
  }),
  get('/stickers/*', (request) => {
    const sticker = quietly(() =>
      attempt(
        () => dot.template(`${segment(request, 2)}!`)({}),
        () => 'This word cannot be printed',
      ),
    )
    return page('Sticker', `<p class="sticker">${encode(sticker)}</p>`)
  }),
  get('/badges', (request) => {
    const markup = attempt(
      () => pug.render(`span.badge ${param(request, 'label')}`),
      () => '<!-- no such badge -->',
    )
    return page('Badge', `<pre>${encode(markup)}</pre>`)
  }),
  get('/covers', (request) => {
    const alt = attempt(
      () => template(`Cover: ${param(request, 'alt')}`)({}),
      () => 'Cover',
    )
    return page('Cover', `<img src="/assets/cover.svg" alt="${encode(alt)}">`)
  }),
]

/** The engine prints the source of a wrong template to the console, where a score is read from. */
function quietly<T>(work: () => T): T {
  const { log } = console
  console.log = () => undefined
  try {
    return work()
  } finally {
    console.log = log
  }
}
