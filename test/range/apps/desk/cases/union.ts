import { get, post, type Route } from '../../../kit/app.ts'
import { json } from '../../../kit/html.ts'
import { attempt } from '../attempt.ts'
import { cell, list, page } from '../layout.ts'
import { field, leaf, query } from '../request.ts'
import type { Connections } from '../sql/pool.ts'

/** Glued statements whose rows are shown: another SELECT can be joined to them. */
export const unionRoutes = ({ mysql, postgres, plain }: Connections): readonly Route[] => [
  get('/api/assets/tags', (request) => {
    const sql = `SELECT tag FROM tags WHERE asset_id = ${query(request, 'asset')}`
    return attempt(
      async () => json({ tags: (await mysql.all(sql)).map((row) => row['tag']) }),
      () => json({ tags: [] }),
    )
  }),
  get('/tickets/list', (request) => {
    const sql = `SELECT id, subject, assignee FROM tickets WHERE status = '${query(request, 'status')}'`
    return attempt(
      async () => {
        const rows = await postgres.all(sql)
        const line = (row: (typeof rows)[number]) =>
          `${cell(row, 'subject')}, ${cell(row, 'assignee')}`
        return page('Tickets by status', list(rows.map(line)))
      },
      () => page('Tickets by status', '<p>There are none.</p>'),
    )
  }),
  get('/tickets/mine', (request) => {
    const name = query(request, 'assignee')
    const sql = `SELECT id, subject, status, assignee, created FROM tickets
      WHERE ((assignee = '${name}') AND status <> 'closed') ORDER BY created`
    return attempt(
      async () => {
        const rows = await plain.all(sql)
        const line = (row: (typeof rows)[number]) =>
          `<td>${cell(row, 'id')}</td><td>${cell(row, 'subject')}</td><td>${cell(row, 'created')}</td>`
        return page(
          'My tickets',
          `<table>${rows.map((row) => `<tr>${line(row)}</tr>`).join('')}</table>`,
        )
      },
      () => page('My tickets', '<table></table>'),
    )
  }),
  get('/kb/search', (request) => {
    const sql = `SELECT id, slug, title, body FROM articles WHERE title LIKE '%${query(request, 'q')}%'`
    return attempt(
      async () => {
        const rows = await plain.all(sql)
        return page(
          'Search',
          list(rows.map((row) => `${cell(row, 'title')}: ${cell(row, 'body')}`)),
        )
      },
      () => page('Search', '<p>Please try another word.</p>'),
    )
  }),
  get('/customers/card', (request) => {
    const sql = `SELECT * FROM customers WHERE id = ${query(request, 'id')}`
    return attempt(
      async () => {
        const [row] = await mysql.all(sql)
        if (row === undefined) return page('Customer', '<p>We do not know this customer.</p>')
        return page('Customer', `<h2>${cell(row, 'name')}</h2><p>${cell(row, 'town')}</p>`)
      },
      () => page('Customer', '<p>We do not know this customer.</p>'),
    )
  }),
  post('/assets/find', (request) => {
    const sql = `SELECT label, serial FROM assets WHERE room IN ('${field(request, 'room')}') LIMIT 20`
    return attempt(
      async () => {
        const rows = await plain.all(sql)
        return page(
          'Assets in a room',
          list(rows.map((row) => `${cell(row, 'label')}, ${cell(row, 'serial')}`)),
        )
      },
      () => page('Assets in a room', '<p>The room is empty.</p>'),
    )
  }),
  post('/api/customers/by-town', (request) => {
    const sql = `SELECT id, name, town, email, phone, plan FROM customers
      WHERE town = '${leaf(request, 'town')}'`
    return attempt(
      async () => json({ customers: await postgres.all(sql) }),
      () => json({ error: 'internal' }, 500),
    )
  }),
]
