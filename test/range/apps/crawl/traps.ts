import { get, type Received, type Route } from '../../kit/app.ts'
import { html, redirect } from '../../kit/html.ts'
import { seeded } from '../../kit/seeded.ts'
import { page } from './exhibit.ts'

type Trap = Readonly<{
  /** All that stands below it belongs to the trap. */
  path: string
  /** Visits below it that are no loop: what a person would call enough. */
  most: number
  answer: Route['answer']
}>

const links = (targets: readonly string[]): string =>
  targets.map((target) => `<a href="${target}">${target}</a>`).join('\n')
const site = (title: string, targets: readonly string[]): ReturnType<typeof html> =>
  html(page(title, links(targets)))

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const FACETS = ['color', 'size', 'brand', 'price', 'rating', 'sort', 'view', 'shop'] as const

/** Adds one facet to those that the query has already: every subset has its own address. */
const facets = ({ path, query }: Received): readonly string[] =>
  FACETS.filter((name) => !query.has(name)).flatMap((name) =>
    ['a', 'b'].map((value) => {
      const next = new URLSearchParams(query)
      next.set(name, value)
      return `${path}?${next.toString().replaceAll('&', '&amp;')}`
    }),
  )

const LETTERS = 'bcdfghjklmnpqrstvwxz'
const random = seeded(7)
const word = (length: number): string =>
  Array.from({ length }, () => LETTERS[Math.floor(random() * LETTERS.length)] ?? 'b').join('')
const token = (): string =>
  `${word(3)}${Math.floor(random() * 9)}${word(2)}${Math.floor(random() * 9)}${word(1)}`

/** What makes a careless crawler go round for ever. */
export const TRAPS: readonly Trap[] = [
  {
    path: '/calendar/',
    most: 30,
    answer: ({ path }) => {
      const [, year = '2026', month = 'jan'] = /^\/calendar\/(\d+)\/(\w+)/.exec(path) ?? []
      const next = MONTHS[(MONTHS.indexOf(month) + 1) % 12] ?? 'jan'
      const days = Array.from({ length: 28 }, (_, day) => `/calendar/${year}/${month}/${day + 1}`)
      return site('Calendar', [
        `/calendar/${year}/${next}`,
        `/calendar/${Number(year) + 1}/${month}`,
        ...days,
      ])
    },
  },
  { path: '/deeper/', most: 12, answer: () => site('Deeper', ['on/', 'on/and/']) },
  {
    path: '/fresh/',
    most: 70,
    answer: () =>
      site(
        'Fresh',
        Array.from({ length: 9 }, () => `/fresh/${word(9)}`),
      ),
  },
  {
    path: '/tokens/',
    most: 20,
    answer: () =>
      site(
        'Tokens',
        Array.from({ length: 9 }, () => `/tokens/${token()}`),
      ),
  },
  {
    path: '/session/',
    most: 20,
    answer: () => {
      const id = `(S(${word(12)}${Math.floor(random() * 1e6)}))`
      return site(
        'Session',
        ['home', 'cart', 'help'].map((name) => `/session/${id}/${name}`),
      )
    },
  },
  { path: '/facets/', most: 50, answer: (request) => site('Facets', facets(request)) },
  {
    path: '/hops/',
    most: 15,
    answer: ({ query }) => redirect(`/hops/?n=${Number(query.get('n') ?? 0) + 1}`),
  },
  {
    path: '/wide/',
    most: 90,
    answer: () =>
      site(
        'Wide',
        MONTHS.flatMap((a) => MONTHS.flatMap((b) => [`/wide/${a}-${b}`, `/wide/${b}${a}-x`])),
      ),
  },
  {
    path: '/errors/',
    most: 30,
    answer: ({ path }) => {
      const depth = path.split('/').length
      return html(page('Error', links(MONTHS.map((name) => `/errors/${name}${depth}/`))), 500)
    },
  },
]

export const trapRoutes: readonly Route[] = TRAPS.map(({ path, answer }) => get(`${path}*`, answer))
