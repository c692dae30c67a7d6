import { get, post, type Received, type Reply, type Route } from '../../../kit/app.ts'
import { json } from '../../../kit/html.ts'
import { whatever } from '../attempt.ts'
import { page, remembering } from '../layout.ts'
import { cookie, field, header, leaf, query } from '../request.ts'
import type { Connections } from '../sql/pool.ts'

const RELATED = page('Related tickets', '<p>Related tickets are being gathered.</p>')
const REMINDED = page('Reminder', '<p>If we know this address, a reminder is on its way.</p>')
const SUGGESTED = json({ accepted: true })
const EXPORT = page('Export', '<p>The export is being prepared; the file follows by mail.</p>')
const BOARD = page('Status board', '<p>All services are up.</p>')
const RECENT = page('Recent tickets', '<p>What is new since your last visit is being counted.</p>')
const ARCHIVE = page('Archive', '<p>The size of the year is being worked out.</p>')

/** The cookie of a page that remembers something, or its first value. */
export const remembered = (request: Received, name: string, first: string): string =>
  cookie(request, name) ?? first
export const rememberingAt = (request: Received, reply: Reply, name: string, value: string) =>
  request.cookies.has(name) ? reply : remembering(reply, name, value, request.path)

/** Statements glued together from the request whose outcome is never shown: only time tells. */
export const timeRoutes = ({ mysql, postgres, plain }: Connections): readonly Route[] => [
  get('/tickets/related', (request) => {
    // Quotes are doubled, which helps inside quotes only.
    const id = query(request, 'id').replaceAll("'", "''")
    return whatever(mysql.all(`SELECT customer_id FROM tickets WHERE id = ${id}`), RELATED)
  }),
  post('/tickets/remind', (request) => {
    const sql = `SELECT id FROM customers WHERE email = '${field(request, 'mail')}' AND since > 0`
    return whatever(postgres.all(sql), REMINDED)
  }),
  get('/kb/suggest', (request) => {
    const sql = `SELECT slug FROM articles WHERE title LIKE '%${query(request, 'term')}%' LIMIT 5`
    return whatever(mysql.all(sql), SUGGESTED)
  }),
  get('/tickets/export', (request) => {
    const sort = query(request, 'sort') || 'id'
    const sql = `SELECT id, subject FROM tickets WHERE status = 'open' ORDER BY ${sort}`
    return whatever(postgres.all(sql), EXPORT)
  }),
  post('/api/telemetry', (request) => {
    const path = leaf(request, 'page', 'path')
    const sql = `SELECT title FROM pages WHERE ? > 0 AND path = "${path}"`
    const statement = mysql.all(sql, leaf(request, 'page', 'loaded_ms'))
    return whatever(statement, json({ ok: true }))
  }),
  get('/status/board', (request) => {
    const agent = header(request, 'user-agent')
    const statement = postgres.script(
      `INSERT INTO visits (agent, page) VALUES ('${agent}', 'board')`,
    )
    return whatever(statement, BOARD)
  }),
  get('/tickets/recent', async (request) => {
    const since = remembered(request, 'last_seen', '2026-03-01')
    const sql = `SELECT count(*) FROM tickets WHERE (status = 'open' AND created > '${since}')`
    const reply = await whatever(mysql.all(sql), RECENT)
    return rememberingAt(request, reply, 'last_seen', '2026-03-01')
  }),
  get('/archive/size', (request) => {
    const sql = `SELECT sum(bytes) FROM archive WHERE year = ${query(request, 'year')}`
    return whatever(plain.all(sql), ARCHIVE)
  }),
]
