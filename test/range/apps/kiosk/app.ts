import { get, on, post, type Start } from '../../kit/app.ts'
import { plainRoutes } from '../../kit/frame.ts'
import { RIGHT_HEADERS } from '../../kit/headers.ts'
import { json, text } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'
import { field, param } from '../../kit/values.ts'
import { openDatabase } from '../depot/database.ts'
import { frank, missing, quiet } from '../depot/layout.ts'

const DESCRIPTION = `swagger: '2.0'
info: {title: Kiosk, version: '3'}
basePath: /shop
consumes: [application/x-www-form-urlencoded]
paths:
  /goods: &goods
    get:
      operationId: listGoods
      parameters:
        - {in: query, name: name, type: string, required: true, default: Tape}
      responses: {200: {description: All of them}}
  /wares: *goods
  /notes: &notes
    post:
      parameters:
        - {in: formData, name: sku, type: string, required: true, pattern: '^[A-Z]{2}-\\d{3}$'}
        - {in: formData, name: amount, type: integer, minimum: 2}
      responses: {201: {description: Noted}}
  /slips: *notes
  /shelf:
    delete:
      responses: {204: {description: Gone}}
`

/** Two pairs behind a description in Swagger 2.0 and YAML. */
export const start: Start = async (options) => {
  const database = openDatabase()
  const app = await serve(
    {
      routes: [
        get('/', () => json({ name: 'Kiosk' })),
        ...plainRoutes('kiosk.example'),
        get('/swagger.yaml', () => text(DESCRIPTION, 200, 'application/yaml')),
        get('/shop/goods', (request) =>
          quiet(database.rows(`SELECT sku FROM parts WHERE name = '${param(request, 'name')}'`)),
        ),
        get('/shop/wares', (request) =>
          quiet(database.rows('SELECT sku FROM parts WHERE name = ?', param(request, 'name'))),
        ),
        post('/shop/notes', (request) =>
          frank(database.rows(`SELECT name FROM parts WHERE sku = '${field(request, 'sku')}'`)),
        ),
        post('/shop/slips', (request) =>
          frank(database.rows('SELECT name FROM parts WHERE sku = ?', field(request, 'sku'))),
        ),
        on('*', '/shop/shelf', () => json({ done: true }), 'dangerous'),
      ],
      fallback: missing,
      finish: (reply) => ({ ...reply, headers: { ...RIGHT_HEADERS, ...reply.headers } }),
    },
    options,
  )
  const close = async (): Promise<void> => {
    await app.close()
    database.close()
  }
  return { ...app, close }
}
