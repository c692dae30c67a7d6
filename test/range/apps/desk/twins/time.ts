import { get, post, type Route } from '../../../kit/app.ts'
import { json } from '../../../kit/html.ts'
import { whatever } from '../attempt.ts'
import { remembered, rememberingAt } from '../cases/time.ts'
import { page } from '../layout.ts'
import { field, header, leaf, query } from '../request.ts'
import type { Connections } from '../sql/pool.ts'

const LINKED = page('Linked tickets', '<p>Linked tickets are being gathered.</p>')
const NUDGED = page('Nudge', '<p>If we know this address, a nudge is on its way.</p>')
const COMPLETED = json({ accepted: true })
const REPORT = page('Report', '<p>The report is being prepared; the file follows by mail.</p>')
const WALL = page('Status wall', '<p>All services are up.</p>')
const LATEST = page('Latest tickets', '<p>What is new since your last visit is being counted.</p>')
const COUNTED = page('Archive', '<p>The articles of the year are being counted.</p>')

const SORTS = new Set(['id', 'created', 'subject'])
/** `%` and `_` are characters like others. */
const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The statements of the timing cases, with bound values: the same words are only words here. */
export const timeTwins = ({ mysql, postgres, plain }: Connections): readonly Route[] => [
  get('/tickets/linked', (request) => {
    const sql = 'SELECT customer_id FROM tickets WHERE id = ?'
    return whatever(mysql.all(sql, query(request, 'id')), LINKED)
  }),
  post('/tickets/nudge', (request) => {
    const sql = 'SELECT id FROM customers WHERE email = ? AND since > 0'
    return whatever(postgres.all(sql, field(request, 'mail')), NUDGED)
  }),
  get('/kb/complete', (request) => {
    const sql = `SELECT slug FROM articles WHERE title LIKE ? ESCAPE '\\' LIMIT 5`
    return whatever(mysql.all(sql, `%${likeLiteral(query(request, 'term'))}%`), COMPLETED)
  }),
  get('/tickets/report', (request) => {
    const sort = SORTS.has(query(request, 'sort')) ? query(request, 'sort') : 'id'
    const sql = `SELECT id, subject FROM tickets WHERE status = 'open' ORDER BY ${sort}`
    return whatever(postgres.all(sql), REPORT)
  }),
  post('/api/beacon', (request) => {
    const values = [leaf(request, 'page', 'loaded_ms'), leaf(request, 'page', 'path')]
    const statement = mysql.all('SELECT title FROM pages WHERE ? > 0 AND path = ?', ...values)
    return whatever(statement, json({ ok: true }))
  }),
  get('/status/wall', (request) => {
    const sql = `INSERT INTO visits (agent, page) VALUES (?, 'wall')`
    return whatever(postgres.all(sql, header(request, 'user-agent')), WALL)
  }),
  get('/tickets/latest', async (request) => {
    const since = remembered(request, 'last_read', '2026-03-01')
    const sql = `SELECT count(*) FROM tickets WHERE (status = 'open' AND created > ?)`
    const reply = await whatever(mysql.all(sql, since), LATEST)
    return rememberingAt(request, reply, 'last_read', '2026-03-01')
  }),
  get('/archive/count', (request) => {
    const sql = 'SELECT count(*) FROM archive WHERE year = ?'
    return whatever(plain.all(sql, query(request, 'year')), COUNTED)
  }),
]
