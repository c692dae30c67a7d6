import type { Deps } from '../services/deps.ts'
import { sweepDeliveries } from '../services/notify/sweep.ts'
import { sweepDeletions } from '../services/scans/delete.ts'
import { sweepScans } from '../services/scans/sweep.ts'

/** Every minute: ends what nobody else will end. Never throws. */
export async function sweep(deps: Deps): Promise<void> {
  await Promise.all([
    guarded(deps, 'sweep', async () => {
      const ended = await sweepScans(deps)
      if (ended > 0) deps.log('sweep.ended', { scans: ended })
    }),
    guarded(deps, 'delivery_sweep', async () => {
      const sent = await sweepDeliveries(deps)
      if (sent > 0) deps.log('delivery_sweep.sent', { deliveries: sent })
    }),
    guarded(deps, 'deletion_sweep', async () => {
      const ended = await sweepDeletions(deps)
      if (ended > 0) deps.log('deletion_sweep.ended', { scans: ended })
    }),
  ])
}

/** A sweep that fails is logged, and keeps no other from its turn. */
async function guarded(deps: Deps, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.log(`${name}.failed`, { message: error instanceof Error ? error.message : String(error) })
  }
}
