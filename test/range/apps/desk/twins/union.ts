import { get, post, type Route } from '../../../kit/app.ts'
import { encode, json } from '../../../kit/html.ts'
import { cell, list, page } from '../layout.ts'
import { field, leaf, query } from '../request.ts'
import type { Connections } from '../sql/pool.ts'

const typed = (value: string): string => `<p>You asked for <b>${encode(value)}</b>.</p>`

/** Bound values that are printed back, encoded: the words of an attack are in the page. */
export const unionTwins = ({ mysql, postgres, plain }: Connections): readonly Route[] => [
  get('/api/assets/labels', async (request) => {
    const asset = query(request, 'asset')
    const rows = await mysql.all('SELECT tag FROM tags WHERE asset_id = ?', asset)
    return json({ asset, labels: rows.map((row) => row['tag']) })
  }),
  get('/tickets/with', async (request) => {
    const status = query(request, 'status')
    const rows = await postgres.all('SELECT subject FROM tickets WHERE status = ?', status)
    return page('Tickets', typed(status) + list(rows.map((row) => cell(row, 'subject'))))
  }),
  get('/tickets/of', async (request) => {
    const name = query(request, 'assignee')
    const sql = `SELECT subject FROM tickets WHERE ((assignee = ?) AND status <> 'closed')`
    const rows = await plain.all(`${sql} ORDER BY created`, name)
    return page(`Tickets of ${name}`, list(rows.map((row) => cell(row, 'subject'))))
  }),
  get('/kb/query', async (request) => {
    const words = query(request, 'q')
    const sql = `SELECT title FROM articles WHERE instr(lower(title), lower(?)) > 0`
    const rows = await plain.all(sql, words)
    const box = `<input name="q" value="${encode(words)}">`
    return page('Search', box + list(rows.map((row) => cell(row, 'title'))))
  }),
  get('/customers/view', async (request) => {
    const id = query(request, 'id')
    const [row] = await mysql.all('SELECT name, town FROM customers WHERE id = ?', id)
    if (row === undefined) return page('Customer', `${typed(id)}<p>We do not know this one.</p>`)
    return page('Customer', `${typed(id)}<p>${cell(row, 'name')}, ${cell(row, 'town')}</p>`)
  }),
  post('/assets/room', async (request) => {
    const room = field(request, 'room')
    const rows = await plain.all('SELECT label FROM assets WHERE room IN (?) LIMIT 20', room)
    return page('Assets in a room', typed(room) + list(rows.map((row) => cell(row, 'label'))))
  }),
  post('/api/customers/in-town', async (request) => {
    const town = leaf(request, 'town')
    const rows = await postgres.all('SELECT id, name FROM customers WHERE town = ?', town)
    return json({ town, customers: rows })
  }),
]
