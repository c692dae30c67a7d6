import { get, post, type Reply, type Route } from '../../../kit/app.ts'
import { encode, json } from '../../../kit/html.ts'
import { partValue } from '../../../kit/multipart.ts'
import { attempt, type OnError } from '../attempt.ts'
import { cell, list, notFound, page } from '../layout.ts'
import { field, header, leaf, tail } from '../request.ts'
import type { Connections } from '../sql/pool.ts'
import { remembered, rememberingAt } from './time.ts'

/** How different stacks show what the driver said. */
const shown =
  (before: string, after = '', status = 500): OnError =>
  (message) =>
    page('Something went wrong', `<pre>${encode(before + message + after)}</pre>`, status)

const rails = shown('ActiveRecord::StatementInvalid: SQLite3::SQLException: ')
const php = shown('SQLSTATE[HY000]: General error: 1 ', '', 200)
const python = shown('sqlite3.OperationalError: ')
const dotnet = shown(
  "Microsoft.Data.Sqlite.SqliteException (0x80004005): SQLite Error 1: '",
  "'.",
  200,
)
const java = shown(
  'org.sqlite.SQLiteException: [SQLITE_ERROR] SQL error or missing database (',
  ')',
)
const sequelize: OnError = (message) =>
  json({ name: 'SequelizeDatabaseError', message: `SQLITE_ERROR: ${message}` }, 500)

const counted = (heading: string, count: number): Reply =>
  page(heading, `<p>${count === 1 ? 'One entry' : `${count} entries`}.</p>`)

/** Glued statements whose errors are shown, each in the words of another stack. */
export const errorRoutes = ({ plain }: Connections): readonly Route[] => [
  post('/assets/import', (request) => {
    const sql = `SELECT id FROM assets WHERE serial = '${partValue(request.parts, 'serial')}'`
    return attempt(async () => counted('Import', (await plain.all(sql)).length), rails)
  }),
  get('/help/from', (request) => {
    const sql = `SELECT title FROM pages WHERE path = '${header(request, 'referer')}'`
    return attempt(async () => {
      const [row] = await plain.all(sql)
      return page(
        'Help',
        row === undefined ? '<p>Ask us.</p>' : `<p>About: ${cell(row, 'title')}</p>`,
      )
    }, php)
  }),
  get('/assets/*', (request) => {
    const id = tail(request, '/assets/')
    if (id === '') return notFound()
    return attempt(async () => {
      const [row] = await plain.all(`SELECT label, room FROM assets WHERE id = ${id}`)
      if (row === undefined) return notFound()
      return page('Asset', `<p>${cell(row, 'label')} in ${cell(row, 'room')}</p>`)
    }, python)
  }),
  post('/api/tickets/search', (request) => {
    const name = leaf(request, 'filter', 'customer', 'name')
    const sql = `SELECT t.id, t.subject FROM tickets t JOIN customers c ON c.id = t.customer_id
      WHERE c.name = '${name}'`
    return attempt(async () => json({ tickets: await plain.all(sql) }), sequelize)
  }),
  get('/tickets/board', async (request) => {
    const view = remembered(request, 'board_view', 'compact')
    const reply = await attempt(async () => {
      const [row] = await plain.all(`SELECT title FROM views WHERE (name = '${view}')`)
      return page('Board', row === undefined ? '<p>Plain view</p>' : `<p>${cell(row, 'title')}</p>`)
    }, dotnet)
    return rememberingAt(request, reply, 'board_view', 'compact')
  }),
  post('/tickets/filter', (request) => {
    const sql = `SELECT subject FROM tickets WHERE queue_id = ${field(request, 'queue_id')} LIMIT 8`
    return attempt(async () => {
      const rows = await plain.all(sql)
      return page('Filtered', list(rows.map((row) => cell(row, 'subject'))))
    }, java)
  }),
]
