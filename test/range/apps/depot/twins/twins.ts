import { basename, join } from 'node:path'
import { get, on, post, type Route } from '../../../kit/app.ts'
import { json, redirect, text } from '../../../kit/html.ts'
import type { Runner } from '../../../kit/process.ts'
import { field, header, leaf, param, segment } from '../../../kit/values.ts'
import { readText, type Disk } from '../../ops/disk.ts'
import { textOf } from '../../ops/xml.ts'
import { calculate } from '../../press/calculator.ts'
import type { Database } from '../database.ts'
import { invalid, missing, quiet, single } from '../layout.ts'

const DRAFTS = [{ id: 1, text: 'Offer for Monday' }]

/** The same things done with care. */
export const twinRoutes = ({ rows }: Database, disk: Disk, { run }: Runner): readonly Route[] => [
  get('/v1/articles/*', (request) =>
    single(rows('SELECT sku, name, weight FROM parts WHERE sku = ?', segment(request, 3))),
  ),
  post('/v1/find', (request) =>
    quiet(rows('SELECT sku FROM parts WHERE instr(name, ?)', leaf(request, '/filter/name'))),
  ),
  get('/v1/light', (request) => {
    const most = param(request, 'max_weight')
    if (!/^\d{1,6}$/.test(most)) return invalid()
    return quiet(rows('SELECT sku, weight FROM parts WHERE weight <= ?', Number(most)))
  }),
  on(
    'PATCH',
    '/v1/tallies',
    (request) => quiet(rows('SELECT name FROM parts WHERE sku = ?', leaf(request, '/lines/0/sku'))),
    'state',
  ),
  get('/v1/racks', (request) =>
    quiet(rows('SELECT sku FROM parts WHERE sku <> ? LIMIT 2', header(request, 'x-warehouse'))),
  ),
  get('/v1/guides', async (request) => {
    const content = await readText(join(disk.root, 'manual', basename(param(request, 'file'))))
    return content === null ? missing() : json({ content })
  }),
  get('/v1/journal/*', async (request) => {
    const name = segment(request, 3)
    if (!/^[a-z]{1,20}\.log$/.test(name)) return missing()
    const content = await readText(join(disk.root, 'logs', name))
    return content === null ? missing() : text(content)
  }),
  post('/v1/reach', async (request) => {
    const printed = await run('/usr/bin/printf', ['probing %s\n', leaf(request, '/target/host')])
    return json({ answer: printed.out })
  }),
  post('/v1/tags', async (request) => {
    const printed = await run('/usr/bin/printf', ['%s|', field(request, 'line')])
    return json({ printed: printed.out })
  }),
  on(
    'PUT',
    '/v1/sum',
    (request) => {
      const value = calculate(leaf(request, '/expression'))
      return value === null ? invalid() : json({ value: String(value) })
    },
    'state',
  ),
  post('/v1/intake', (request) => {
    const isPlain = !/<!DOCTYPE/i.test(request.body)
    const note = isPlain ? textOf(request.body, 'note', 'plain') : null
    return note === null ? invalid() : json({ note })
  }),
  get('/v1/profile', ({ cookies }) => json({ user: cookies.get('sid') ?? 'guest' })),
  get('/v1/outlook', () => json({ error: 'The forecast is not ready', reference: 'F-1' }, 500)),
  get('/v1/leave', (request) => {
    const to = param(request, 'to')
    return /^\/v1\/[a-z]{1,20}$/.test(to) ? redirect(to) : invalid()
  }),
  post('/v1/sketches', () => json({ stored: true }, 201), 'state'),
  // Text about errors that is always there.
  get('/v1/faq', () =>
    json({ items: [{ q: 'SQLITE_ERROR: near "x": syntax error', a: 'Update the client.' }] }),
  ),
  // Every method gets the list: it is one program that never looks.
  on('*', '/v1/board', () => json(DRAFTS)),
]
