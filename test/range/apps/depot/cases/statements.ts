import { get, on, post, type Route } from '../../../kit/app.ts'
import { header, leaf, param, segment } from '../../../kit/values.ts'
import type { Database } from '../database.ts'
import { frank, quiet, single } from '../layout.ts'

/** Values of a request glued into statements, in five places of it. */
export const statementRoutes = ({ rows }: Database): readonly Route[] => [
  get('/v1/parts/*', (request) =>
    single(rows(`SELECT sku, name, weight FROM parts WHERE sku = '${segment(request, 3)}'`)),
  ),
  post('/v1/search', (request) =>
    frank(rows(`SELECT sku FROM parts WHERE name LIKE '%${leaf(request, '/filter/name')}%'`)),
  ),
  get('/v1/lots', (request) =>
    quiet(rows(`SELECT sku, weight FROM parts WHERE weight <= ${param(request, 'max_weight')}`)),
  ),
  on(
    'PATCH',
    '/v1/counts',
    (request) =>
      frank(rows(`SELECT name FROM parts WHERE sku = "${leaf(request, '/lines/0/sku')}"`)),
    'state',
  ),
  get('/v1/bins', (request) =>
    frank(rows(`SELECT sku FROM parts WHERE sku <> '${header(request, 'x-warehouse')}' LIMIT 2`)),
  ),
]
