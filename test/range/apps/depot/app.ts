import { get, on, post, type Start } from '../../kit/app.ts'
import { plainRoutes } from '../../kit/frame.ts'
import { RIGHT_HEADERS } from '../../kit/headers.ts'
import { json } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'
import { makeRunner } from '../../kit/process.ts'
import { makeDisk } from '../ops/disk.ts'
import { answerRoutes } from './cases/answers.ts'
import { statementRoutes } from './cases/statements.ts'
import { systemRoutes } from './cases/system.ts'
import { openDatabase } from './database.ts'
import { DESCRIPTION } from './description.ts'
import { missing } from './layout.ts'
import { twinRoutes } from './twins/twins.ts'

const done = () => json({ done: true })

/** An API of a warehouse that describes itself in OpenAPI 3.0; `truth.ts` lists the flaws. */
export const start: Start = async (options) => {
  const disk = await makeDisk()
  const runner = makeRunner(disk.work)
  const database = openDatabase()
  const app = await serve(
    {
      routes: [
        get('/', () => json({ name: 'Depot', release: 'v1' })),
        ...plainRoutes('depot.example'),
        get('/openapi.json', () => json(DESCRIPTION)),
        on('DELETE', '/v1/parts/*', done, 'dangerous'),
        post('/v1/orders', done, 'dangerous'),
        get('/v1/session/logout', done, 'dangerous'),
        on('*', '/v1/alerts', done, 'dangerous'),
        post('/v1/accounts', done, 'dangerous'),
        ...statementRoutes(database),
        ...systemRoutes(disk, runner),
        ...answerRoutes,
        ...twinRoutes(database, disk, runner),
      ],
      fallback: missing,
      finish: (reply) => ({ ...reply, headers: { ...RIGHT_HEADERS, ...reply.headers } }),
    },
    options,
  )
  const close = async (): Promise<void> => {
    runner.stop()
    await app.close()
    database.close()
    await disk.remove()
  }
  return { ...app, close }
}
