import { performance } from 'node:perf_hooks'
import { start as startTiny } from '../../test/range/apps/tiny/app.ts'
import { startInstance } from '../../test/support/e2e-instance.ts'
import { countScans, mostAtOnce, startMany, untilRunning } from '../../test/support/e2e-many.ts'
import { fingerprintsOf, readScan, startScan, untilEnded } from '../../test/support/e2e-scan.ts'
import type { Part, SoakPart } from './part.ts'

const WAVE = 250
const WAVE_MS = 10 * 60_000
const LEAST_AT_ONCE = 4

/** Scans of one account in waves, every nth of which meets a kill -9 half way; each finds the same. */
export const soakScans: SoakPart = async ({ scans: count, 'kill-every': killEvery }) => {
  const app = await startTiny()
  const instance = await startInstance()
  try {
    return await scanInWaves({ app, instance, count, killEvery })
  } finally {
    await instance.stop()
    await app.close()
  }
}

type World = Readonly<{
  app: Awaited<ReturnType<typeof startTiny>>
  instance: Awaited<ReturnType<typeof startInstance>>
  count: number
  killEvery: number
}>

async function scanInWaves({ app, instance, count, killEvery }: World): Promise<Part> {
  const { key } = await instance.account(null)
  const first = await startScan(instance, key, app.url)
  const expected = JSON.stringify(fingerprintsOf(await untilEnded(instance, key, first, WAVE_MS)))
  const started = performance.now()
  const wrong: string[] = []
  const ids: string[] = []
  let kills = 0
  for (let wave = 1; ids.length < count; wave += 1) {
    const size = Math.min(WAVE, count - ids.length)
    const fresh = await startMany(instance, key, app.url, size)
    ids.push(...fresh)
    if (wave % killEvery === 0) {
      await untilRunning(instance, key, Math.floor(size / 2), WAVE_MS)
      await instance.kill9()
      await instance.restart()
      kills += 1
    }
    await untilRunning(instance, key, 0, WAVE_MS)
    for (const id of fresh) {
      const scan = await readScan(instance, key, id)
      const isSame = JSON.stringify(fingerprintsOf(scan)) === expected
      if (scan.status !== 'completed' || !isSame) wrong.push(`scan ${id}: ${scan.status}`)
    }
    console.log(`scans ${ids.length}/${count}, kills ${kills}, wrong ${wrong.length}`)
  }
  const completed = await countScans(instance, key, 'completed')
  if (completed !== count + 1) wrong.push(`${completed - 1} of ${count} scans completed`)
  const atOnce = mostAtOnce(app.stats().hits.filter(({ scan }) => ids.includes(scan)))
  if (atOnce < LEAST_AT_ONCE) wrong.push(`only ${atOnce} scans at once`)
  const seconds = (performance.now() - started) / 1000
  return { figures: { scans: count, kills, atOnce, seconds, perSecond: count / seconds }, wrong }
}
