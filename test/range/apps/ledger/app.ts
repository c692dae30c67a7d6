import { get, type Start } from '../../kit/app.ts'
import { plainRoutes } from '../../kit/frame.ts'
import { RIGHT_HEADERS } from '../../kit/headers.ts'
import { html, json } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'
import { param, segment } from '../../kit/values.ts'
import { openDatabase } from '../depot/database.ts'
import { frank, missing, single } from '../depot/layout.ts'

const ROOT = {
  name: 'Ledger',
  _links: {
    entries: { href: '/entries' },
    manual: { href: '/manual' },
    leave: { href: '/logout' },
  },
}
const ENTRIES = {
  items: [
    { sku: 'BX-100', self: '/entries/BX-100', weights: '/weights?most=10' },
    { sku: 'TP-010', self: '/records/TP-010', weights: '/measures?most=10' },
  ],
}

/** Pairs behind no description: JSON links to JSON. */
export const start: Start = async (options) => {
  const { rows, close: closeDatabase } = openDatabase()
  const app = await serve(
    {
      routes: [
        get('/', () => json(ROOT)),
        ...plainRoutes('ledger.example'),
        get('/entries', () => json(ENTRIES)),
        get('/entries/*', (request) =>
          single(rows(`SELECT name FROM parts WHERE sku = '${segment(request, 2)}'`)),
        ),
        get('/records/*', (request) =>
          single(rows('SELECT name FROM parts WHERE sku = ?', segment(request, 2))),
        ),
        get('/weights', (request) =>
          frank(rows(`SELECT sku FROM parts WHERE weight <= ${param(request, 'most')}`)),
        ),
        get('/measures', (request) => {
          const most = Number(param(request, 'most'))
          return Number.isInteger(most)
            ? frank(rows('SELECT sku FROM parts WHERE weight <= ?', most))
            : json({ error: 'not a number' }, 400)
        }),
        // A page for people: an api scan does not read it for links.
        get('/manual', () =>
          html('<!doctype html><title>Manual</title><a href="/hidden?id=1">H</a>'),
        ),
        get('/hidden', (request) =>
          frank(rows(`SELECT sku FROM parts WHERE weight = ${param(request, 'id')}`)),
        ),
        get('/logout', () => json({ done: true }), 'dangerous'),
      ],
      fallback: missing,
      finish: (reply) => ({ ...reply, headers: { ...RIGHT_HEADERS, ...reply.headers } }),
    },
    options,
  )
  const close = async (): Promise<void> => {
    await app.close()
    closeDatabase()
  }
  return { ...app, close }
}
