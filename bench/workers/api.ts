import { isLocalPath } from '../../src/local/access.ts'
import local from '../../src/local.ts'
import { createApp } from '../../src/routes/app.ts'
import { access } from '../../src/routes/middleware/access.ts'
import { makeDeps } from '../../src/wiring.ts'
import { fillScans } from './fill.ts'

export { AccountDO, HostDO, ScanDO } from '../../src/index.ts'

// The service with routes more: what a request costs before a route does anything, and many scans.
const app = createApp(makeDeps)
app.use('/api/bench/empty', ...access('read', 'reads').middleware)
app.get('/api/bench/empty', (c) => c.body(null, 204))
app.get('/bench/empty', (c) => c.body(null, 204))
app.post('/api/bench/fill', async (c) => {
  const { like = '', from, to } = c.req.query()
  const accountId = c.get('auth').account.id
  await fillScans(c.env.DB, { accountId, like, from: Number(from), to: Number(to) })
  return c.body(null, 204)
})

export default {
  ...local,
  fetch: (request, env, ctx) =>
    isLocalPath(request.url) ? local.fetch(request, env, ctx) : app.fetch(request, env, ctx),
} satisfies ExportedHandler<Cloudflare.Env>
