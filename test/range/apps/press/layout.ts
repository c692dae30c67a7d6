import { frame, type Page } from '../../kit/frame.ts'

const HEAD = '<script src="/assets/press.js" defer></script>'
const framed = frame('Plover Press', [
  ['/', 'Home'],
  ['/cards', 'Cards and covers'],
  ['/letters', 'Letters and invoices'],
  ['/workshop', 'Workshop'],
  ['/plain', 'Plain editions'],
  ['/tools', 'Tools'],
  ['/reference', 'Reference'],
])

/** The frame of every page; all load the script that names the requests of the site. */
export const page: Page = (heading, body, options) =>
  framed(heading, body, { head: HEAD, ...options })

export type Book = Readonly<{ title: string; pages: number; year: number }>
export const BOOKS: readonly Book[] = [
  { title: 'On Rivers', pages: 120, year: 2019 },
  { title: 'On Roads', pages: 86, year: 2021 },
  { title: 'On Bridges', pages: 204, year: 2023 },
]
