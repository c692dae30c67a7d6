import { get, post, type Route } from '../../../kit/app.ts'
import { json } from '../../../kit/html.ts'
import { partValue } from '../../../kit/multipart.ts'
import { remembered, rememberingAt } from '../cases/time.ts'
import { cell, list, page } from '../layout.ts'
import { field, header, leaf, query, tail } from '../request.ts'
import type { Connections } from '../sql/pool.ts'

/** The yes-and-no places with bound values. */
export const booleanTwins = ({ mysql, postgres, plain }: Connections): readonly Route[] => [
  get('/people/*', async (request) => {
    const sql = 'SELECT role FROM people WHERE name = ?'
    const [row] = await plain.all(sql, tail(request, '/people/'))
    if (row === undefined) return page('Person', '<p>Nobody of that name works here.</p>', 404)
    return page('Person', `<p>Works in ${cell(row, 'role')}.</p>`)
  }),
  get('/branch', async (request) => {
    const address = header(request, 'x-forwarded-for') || '127.0.0.1'
    const sql = 'SELECT office FROM networks WHERE address = ? AND open = 1'
    const [row] = await postgres.all(sql, address)
    if (row === undefined) return page('Branch', '<p>You are outside of our offices.</p>')
    return page('Branch', `<p>You are in ${cell(row, 'office')}.</p>`)
  }),
  get('/site-notes', async (request) => {
    const site = remembered(request, 'desk_branch', 'north')
    const [row] = await mysql.all('SELECT news FROM sites WHERE name = ?', site)
    const news = row === undefined ? 'No news from your site.' : cell(row, 'news')
    return rememberingAt(request, page('Site notes', `<p>${news}</p>`), 'desk_branch', 'north')
  }),
  post('/assets/verify', async (request) => {
    const sql = 'SELECT id FROM assets WHERE (serial = ?)'
    const rows = await postgres.all(sql, partValue(request.parts, 'serial'))
    return page('Verify', rows.length > 0 ? '<p>One of ours.</p>' : '<p>We do not know it.</p>')
  }),
  post('/tickets/select', async (request) => {
    const ids = field(request, 'ids').split(',').map(Number).filter(Number.isInteger).slice(0, 20)
    const marks = ids.map(() => '?').join(', ')
    const rows = await mysql.all(`SELECT subject FROM tickets WHERE id IN (${marks})`, ...ids)
    return page('Chosen', list(rows.map((row) => cell(row, 'subject'))))
  }),
  post('/api/assets/total', async (request) => {
    const sql = 'SELECT count(*) AS number FROM assets WHERE room IN (?)'
    const [row] = await plain.all(sql, leaf(request, 'where', 'rooms', '0'))
    return json({ count: row?.['number'] ?? 0 })
  }),
  get('/reports/balance', async (request) => {
    const sql = `SELECT assignee, count(*) AS number FROM tickets WHERE status = 'open'
      GROUP BY assignee HAVING count(*) >= ?`
    const rows = await plain.all(sql, Number(query(request, 'least')))
    return page('Balance', list(rows.map((row) => cell(row, 'assignee'))))
  }),
]
