import { get, type Route } from '../../../kit/app.ts'
import { encode } from '../../../kit/html.ts'
import { list, page } from '../layout.ts'
import { query } from '../request.ts'

const NOTES = [
  'Printer 1 on floor 1 has a new drum',
  'Printer 2 on floor 3 is out of paper',
  'Screen 12 flickers; see ticket 7',
  'The network on floor 2 was slow from 9 to 11',
]

/** Words joined by AND, OR and NOT, as library catalogues read them. */
function holds(note: string, words: string): boolean {
  const has = new Set(note.toLowerCase().match(/[a-z0-9]+/g))
  return words.split(/\bOR\b/).some((group) =>
    group.split(/\bAND\b/).every((clause) => {
      const terms: readonly string[] = clause.toLowerCase().match(/[a-z0-9]+/g) ?? []
      return terms[0] === 'not'
        ? !terms.slice(1).some((term) => has.has(term))
        : terms.every((term) => has.has(term))
    }),
  )
}

/** Products and sums of whole numbers, from left to right; null where it is something else. */
function worth(sum: string): number | null {
  if (!/^\d{1,5}(?:[-+*]\d{1,5}){0,4}$/.test(sum)) return null
  const steps = sum.match(/[-+*]?\d+/g) ?? []
  return steps.reduce((total, step) => {
    const number = Number(step.replace('*', ''))
    return step.startsWith('*') ? total * number : total + number
  }, 0)
}

/** Tools that work on what is typed: products, pieces and joined words appear by themselves. */
export function toolTwins(): readonly Route[] {
  const counter = { seen: 0 }
  return [
    get('/tools/labour', (request) => {
      const minutes = worth(query(request, 'minutes').replaceAll(' ', ''))
      return page('Labour', minutes === null ? '<p>Not a sum.</p>' : `<p>${minutes} minutes.</p>`)
    }),
    get('/tools/split', (request) =>
      page(
        'Split',
        list(
          query(request, 'list')
            .split(',')
            .map((part) => encode(part.trim())),
        ),
      ),
    ),
    get('/tools/slug', (request) => {
      const slug = query(request, 'title')
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
      return page('Short name', `<p>The article will be called ${slug}.</p>`)
    }),
    get('/tools/notes', (request) => {
      const hits = NOTES.filter((note) => holds(note, query(request, 'words')))
      return page('Notes', hits.length > 0 ? list(hits) : '<p>No note has these words.</p>')
    }),
    get('/tools/ticker', () => {
      counter.seen += 1
      const order = NOTES.map((_, index) => NOTES[(index * 3 + counter.seen) % NOTES.length] ?? '')
      return page('Ticker', `<p>Update ${counter.seen}</p>${list(order.slice(counter.seen % 3))}`)
    }),
  ]
}
