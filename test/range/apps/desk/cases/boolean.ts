import { get, post, type Route } from '../../../kit/app.ts'
import { json } from '../../../kit/html.ts'
import { partValue } from '../../../kit/multipart.ts'
import { attempt } from '../attempt.ts'
import { cell, list, page } from '../layout.ts'
import { field, header, leaf, query, tail } from '../request.ts'
import type { Connections } from '../sql/pool.ts'
import { remembered, rememberingAt } from './time.ts'

const nobody = () => page('Colleague', '<p>Nobody of that name works here.</p>', 404)
const outside = () => page('Office', '<p>You are outside of our offices.</p>')
const noNews = () => page('Site news', '<p>No news from your site.</p>')
const unknownSerial = () => page('Check', '<p>We do not know this serial number.</p>')
const noneChosen = () => page('Bulk', '<p>No ticket is chosen.</p>')
const balanced = () => page('Load', '<p>Nobody has more than that.</p>')

/** Glued statements whose errors look like an empty answer: they can be asked yes and no. */
export const booleanRoutes = ({ mysql, postgres, plain }: Connections): readonly Route[] => [
  get('/by-name/*', (request) => {
    const sql = `SELECT role, phone FROM people WHERE name = '${tail(request, '/by-name/')}'`
    return attempt(async () => {
      const [row] = await plain.all(sql)
      if (row === undefined) return nobody()
      return page('Colleague', `<p>Works in ${cell(row, 'role')}, call ${cell(row, 'phone')}.</p>`)
    }, nobody)
  }),
  get('/office', (request) => {
    const address = header(request, 'x-forwarded-for') || '127.0.0.1'
    const sql = `SELECT office FROM networks WHERE address = '${address}' AND open = 1`
    return attempt(async () => {
      const [row] = await postgres.all(sql)
      return row === undefined
        ? outside()
        : page('Office', `<p>You are in ${cell(row, 'office')}.</p>`)
    }, outside)
  }),
  get('/site-news', async (request) => {
    const site = remembered(request, 'desk_site', 'north')
    const reply = await attempt(async () => {
      const [row] = await mysql.all(`SELECT news FROM sites WHERE name = '${site}'`)
      return row === undefined ? noNews() : page('Site news', `<p>${cell(row, 'news')}</p>`)
    }, noNews)
    return rememberingAt(request, reply, 'desk_site', 'north')
  }),
  post('/assets/check', (request) => {
    const sql = `SELECT id FROM assets WHERE (serial = '${partValue(request.parts, 'serial')}')`
    return attempt(async () => {
      const isKnown = (await postgres.all(sql)).length > 0
      return isKnown ? page('Check', '<p>This machine is one of ours.</p>') : unknownSerial()
    }, unknownSerial)
  }),
  post('/tickets/bulk', (request) => {
    // Quotes are doubled, but there are none around numbers.
    const ids = field(request, 'ids').replaceAll("'", "''")
    return attempt(async () => {
      const rows = await mysql.all(`SELECT subject FROM tickets WHERE id IN (${ids})`)
      if (rows.length === 0) return noneChosen()
      return page('Bulk', list(rows.map((row) => cell(row, 'subject'))))
    }, noneChosen)
  }),
  post('/api/assets/count', (request) => {
    const room = leaf(request, 'where', 'rooms', '0')
    const sql = `SELECT count(*) AS number FROM assets WHERE kind <> 'phone' AND room IN ('${room}')`
    return attempt(
      async () => json({ count: (await plain.all(sql))[0]?.['number'] ?? 0 }),
      () => json({ count: 0 }),
    )
  }),
  get('/reports/load', (request) => {
    const least = query(request, 'least')
    const sql = `SELECT assignee, count(*) AS number FROM tickets WHERE status = 'open'
      GROUP BY assignee HAVING count(*) >= ${least}`
    return attempt(async () => {
      const rows = await plain.all(sql)
      if (rows.length === 0) return balanced()
      return page(
        'Load',
        list(rows.map((row) => `${cell(row, 'assignee')}: ${cell(row, 'number')}`)),
      )
    }, balanced)
  }),
]
