import { localSettings } from './local/settings.ts'

import { isLocalPath, isOwnHost } from './local/access.ts'
import { createLocalApi } from './local/api.ts'
import { letGoEarly } from './local/queue.ts'
import { ERRORS } from './errors.ts'
import worker from './index.ts'
import { clock } from './runtime.ts'
import { makeDeps } from './wiring.ts'

// The local mode's entry: wraps the Worker, which never imports it. No setting can bring this to
// production, where index.ts is the entry.

export { AccountDO, HostDO, ScanDO } from './index.ts'

const CRON = '* * * * *'
const scheduled: ExportedHandlerScheduledHandler<Cloudflare.Env> = worker.scheduled

const localApi = createLocalApi({
  makeDeps,
  token: localSettings.LOCAL_TOKEN,
  saveClock: async (offsetMs) => {
    const answer = await fetch(new URL('/clock', localSettings.LOCAL_SUPERVISOR), {
      method: 'PUT',
      headers: { authorization: localSettings.LOCAL_TOKEN },
      body: JSON.stringify({ offset_ms: offsetMs }),
    })
    if (!answer.ok) throw new Error(`The clock could not be kept: ${answer.status}`)
  },
  runCron: async (env, ctx) => {
    const controller = { cron: CRON, scheduledTime: clock.now(), noRetry: () => undefined }
    await scheduled(controller, env, ctx)
  },
})

const forbidden = () =>
  Response.json({ error: ERRORS.forbidden.text, code: 'forbidden' }, { status: 403 })

export default {
  ...worker,
  fetch: (request, env, ctx) => {
    const isOwn = isOwnHost(request.headers.get('host'), localSettings.LOCAL_PORT)
    if (!isOwn) return forbidden()
    const service = isLocalPath(request.url) ? localApi : worker
    return service.fetch(request, env, ctx)
  },
  queue: letGoEarly(worker.queue, clock.sleep),
} satisfies ExportedHandler<Cloudflare.Env>
