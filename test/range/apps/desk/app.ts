import type { Reply, Start } from '../../kit/app.ts'
import { securityTxt } from '../../kit/frame.ts'
import { RIGHT_HEADERS } from '../../kit/headers.ts'
import { serve } from '../../kit/listen.ts'
import { booleanRoutes } from './cases/boolean.ts'
import { errorRoutes } from './cases/error.ts'
import { timeRoutes } from './cases/time.ts'
import { unionRoutes } from './cases/union.ts'
import { hubRoutes } from './hubs.ts'
import { notFound } from './layout.ts'
import { openConnections } from './sql/pool.ts'
import { booleanTwins } from './twins/boolean.ts'
import { errorTwins } from './twins/error.ts'
import { slowTwins } from './twins/slow.ts'
import { timeTwins } from './twins/time.ts'
import { toolTwins } from './twins/tools.ts'
import { unionTwins } from './twins/union.ts'

const finish = (reply: Reply): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...RIGHT_HEADERS },
})

/** A help desk with three databases: SQL injection that is seen, asked, joined or timed. */
export const start: Start = async (options) => {
  const connections = openConnections()
  // What runs statements takes a while to start; the first visitor of a desk finds it running.
  const { mysql, postgres, plain } = connections
  await Promise.all(
    [mysql, postgres, plain].flatMap((pool) => [pool.all('SELECT 1'), pool.all('SELECT 1')]),
  )
  const routes = [
    securityTxt('desk.example'),
    ...hubRoutes,
    ...timeRoutes(connections),
    ...unionRoutes(connections),
    ...errorRoutes(connections),
    ...booleanRoutes(connections),
    ...timeTwins(connections),
    ...unionTwins(connections),
    ...errorTwins(connections),
    ...booleanTwins(connections),
    ...slowTwins(),
    ...toolTwins(),
  ]
  const app = await serve({ routes, fallback: notFound, finish }, options)
  const close = async () => {
    await app.close()
    await connections.close()
  }
  return { ...app, close }
}
