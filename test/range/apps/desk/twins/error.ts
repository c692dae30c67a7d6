import { get, post, type Route } from '../../../kit/app.ts'
import { encode, json } from '../../../kit/html.ts'
import { partValue } from '../../../kit/multipart.ts'
import { remembered, rememberingAt } from '../cases/time.ts'
import { cell, list, notFound, page } from '../layout.ts'
import { field, header, leaf, query, tail } from '../request.ts'
import type { Connections } from '../sql/pool.ts'

const BROKEN = page('Something went wrong', '<p>Our team was told.</p>', 500)

/** What a search box says of its own language; no database is asked. */
function searchLanguage(words: string): string {
  const quotes = words.split(/['"]/).length - 1
  return quotes % 2 === 0
    ? '<p>No article has all these words.</p>'
    : `<p>Syntax error in your search near ${encode(words.slice(-8))}: a phrase is not closed.</p>`
}

/** The same places with bound values, and errors that have nothing to do with the value. */
export const errorTwins = ({ plain }: Connections): readonly Route[] => [
  post('/assets/upload', async (request) => {
    const serial = partValue(request.parts, 'serial')
    const rows = await plain.all('SELECT id FROM assets WHERE serial = ?', serial)
    return page('Upload', `<p>${rows.length} known as ${encode(serial)}.</p>`)
  }),
  get('/help/origin', async (request) => {
    const sql = 'SELECT title FROM pages WHERE path = ?'
    const [row] = await plain.all(sql, header(request, 'referer'))
    return page(
      'Help',
      row === undefined ? '<p>Ask us.</p>' : `<p>About: ${cell(row, 'title')}</p>`,
    )
  }),
  // Whatever is no number fails before the database is asked, with the same status as an error.
  get('/machines/*', async (request) => {
    const id = tail(request, '/machines/')
    if (!/^\d{1,6}$/.test(id)) return BROKEN
    const [row] = await plain.all('SELECT label FROM assets WHERE id = ?', Number(id))
    return row === undefined ? notFound() : page('Machine', `<p>${cell(row, 'label')}</p>`)
  }),
  post('/api/tickets/query', async (request) => {
    const name = leaf(request, 'filter', 'customer', 'name')
    const sql = `SELECT t.id FROM tickets t JOIN customers c ON c.id = t.customer_id
      WHERE c.name = ?`
    return json({ name, tickets: await plain.all(sql, name) })
  }),
  get('/tickets/wall', async (request) => {
    const view = remembered(request, 'wall_view', 'compact')
    const [row] = await plain.all('SELECT title FROM views WHERE (name = ?)', view)
    const reply = page(
      'Wall',
      row === undefined ? '<p>Plain view</p>' : `<p>${cell(row, 'title')}</p>`,
    )
    return rememberingAt(request, reply, 'wall_view', 'compact')
  }),
  post('/tickets/narrow', async (request) => {
    const queue = Number(field(request, 'queue'))
    if (!Number.isInteger(queue)) return page('Narrowed', '<p>Please choose a queue.</p>', 400)
    const rows = await plain.all('SELECT subject FROM tickets WHERE queue_id = ? LIMIT 8', queue)
    return page('Narrowed', list(rows.map((row) => cell(row, 'subject'))))
  }),
  get('/kb/advanced', (request) =>
    page('Advanced search', searchLanguage(query(request, 'words'))),
  ),
  get('/kb/article', async (request) => {
    const slug = query(request, 'slug')
    const [row] = await plain.all('SELECT title, body FROM articles WHERE slug = ?', slug)
    const text =
      row === undefined ? 'No such article.' : `${cell(row, 'title')} ${cell(row, 'body')}`
    return page(
      'Article',
      `<p>${text}</p><h2>Often asked</h2><p>The inventory program says <code>SQL error near
"serial": syntax error</code> or <code>ORA-00933: SQL command not properly ended</code>? Restart it.</p>`,
    )
  }),
]
