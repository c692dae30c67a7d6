import { refreshFeeds } from './cron/feeds.ts'
import { forgetOld } from './cron/retention.ts'
import { runSchedules } from './cron/run-schedules.ts'
import { sweep } from './cron/sweep.ts'
import { endDueTriages } from './cron/triage.ts'
import type { Env } from './env.ts'
import { handleQueue } from './queues/handle.ts'
import { createApp } from './routes/app.ts'
import { makeDeps, makeFeedDeps } from './wiring.ts'

export { AccountDO } from './durable-objects/account.ts'
export { HostDO } from './durable-objects/host.ts'
export { ScanDO } from './durable-objects/scan.ts'

const app = createApp(makeDeps)

export default {
  fetch: app.fetch,
  queue: (batch, env) => handleQueue(batch, env),
  scheduled: async (_controller, env) => {
    const deps = makeDeps(env)
    await Promise.all([
      sweep(deps),
      endDueTriages(deps),
      forgetOld(deps),
      runSchedules(deps),
      refreshFeeds(makeFeedDeps(env)),
    ])
  },
} satisfies ExportedHandler<Env>
