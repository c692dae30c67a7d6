import { makePage } from '../../kit/frame.ts'

/** The frame of every page of the press. */
export const page = makePage({
  site: 'Plover Press',
  nav: [
    ['/', 'Home'],
    ['/cards', 'Cards and covers'],
    ['/letters', 'Letters and invoices'],
    ['/workshop', 'Workshop'],
    ['/plain', 'Plain editions'],
    ['/tools', 'Tools'],
    ['/reference', 'Reference'],
  ],
  script: '/assets/press.js',
})

export type Book = Readonly<{ title: string; pages: number; year: number }>
export const BOOKS: readonly Book[] = [
  { title: 'On Rivers', pages: 120, year: 2019 },
  { title: 'On Roads', pages: 86, year: 2021 },
  { title: 'On Bridges', pages: 204, year: 2023 },
]
