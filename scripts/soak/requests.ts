import { performance } from 'node:perf_hooks'
import { start as startTiny } from '../../test/range/apps/tiny/app.ts'
import {
  complaintsAbout,
  sendGenerated,
  shareAdmitted,
  strayScans,
} from '../../test/support/e2e-generated.ts'
import { startInstance, type Instance } from '../../test/support/e2e-instance.ts'
import { abortRunning, untilRunning } from '../../test/support/e2e-many.ts'
import type { Part, SoakPart } from './part.ts'

const BATCH = 1000
const BATCH_MS = 60_000
const LEAST_ADMITTED = 0.9

/** Requests made up from the service's description, with another seed for every thousand. */
export const soakRequests: SoakPart = async ({ requests: count, seed }) => {
  const app = await startTiny()
  const instance = await startInstance()
  try {
    return await sendInBatches(instance, app.url, count, seed)
  } finally {
    await instance.stop()
    await app.close()
  }
}

async function sendInBatches(
  instance: Instance,
  target: string,
  count: number,
  seed: number,
): Promise<Part> {
  const started = performance.now()
  const wrong: string[] = []
  let sent = 0
  let admitted = 0
  let left = 0
  while (sent < count) {
    const size = Math.min(BATCH, count - sent)
    const { key } = await instance.account(null)
    const options = { target, count: size, seed: seed + sent }
    const outcome = await sendGenerated(instance, key, options)
    wrong.push(...complaintsAbout(outcome).map((text) => `seed ${options.seed}: ${text}`))
    const stray = await strayScans(instance, key, outcome)
    wrong.push(
      ...stray.map((id) => `seed ${options.seed}: scan ${id} is lost, or was not asked for`),
    )
    sent += size
    left += outcome.made.get('scan')?.size ?? 0
    admitted += shareAdmitted(outcome) * size
    console.log(`requests ${sent}/${count}, wrong ${wrong.length}`)
    // Some were asked for with pauses of a minute between two requests.
    await abortRunning(instance, key)
    await untilRunning(instance, key, 0, BATCH_MS)
  }
  const share = admitted / sent
  if (share < LEAST_ADMITTED) wrong.push(`only ${share} of the requests got past the key`)
  const seconds = (performance.now() - started) / 1000
  return { figures: { requests: sent, admitted: share, scansLeft: left, seconds }, wrong }
}
