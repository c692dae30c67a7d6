import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { start as startTiny } from '../test/range/apps/tiny/app.ts'
import {
  complaintsAbout,
  sendGenerated,
  shareAdmitted,
  strayScans,
} from '../test/support/e2e-generated.ts'
import { startInstance, type Instance } from '../test/support/e2e-instance.ts'
import { countScans, mostAtOnce, startMany, untilRunning } from '../test/support/e2e-many.ts'
import { fingerprintsOf, readScan, startScan, untilEnded } from '../test/support/e2e-scan.ts'

const WAVE = 250
const WAVE_MS = 10 * 60_000
const BATCH = 1000
const LEAST_ADMITTED = 0.9
const LEAST_AT_ONCE = 4

const HELP = `The long versions of the end-to-end tests; prints its figures, exits 1 when one is wrong.

  npm run soak -- [--scans 5000] [--kill-every 5] [--requests 20000] [--seed N]`

const { values } = parseArgs({
  options: {
    scans: { type: 'string', default: '5000' },
    'kill-every': { type: 'string', default: '5' },
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now()) },
    help: { type: 'boolean', default: false },
  },
})

type Figures = Readonly<Record<string, number>>
type Part = Readonly<{ figures: Figures; wrong: readonly string[] }>
type Target = Awaited<ReturnType<typeof startTiny>>

/** Scans in waves, every nth of which meets a kill -9 half way through. */
async function soakScans(
  instance: Instance,
  app: Target,
  count: number,
  killEvery: number,
): Promise<Part> {
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

/** Requests made up from the service's description, with another seed for every thousand. */
async function soakRequests(
  instance: Instance,
  app: Target,
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
    const options = { target: app.url, count: size, seed: seed + sent }
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
    await untilRunning(instance, key, 0, WAVE_MS)
  }
  const share = admitted / sent
  if (share < LEAST_ADMITTED) wrong.push(`only ${share} of the requests got past the key`)
  const seconds = (performance.now() - started) / 1000
  return { figures: { requests: sent, admitted: share, scansLeft: left, seconds }, wrong }
}

async function soak(): Promise<boolean> {
  const [scans, killEvery, requests, seed] = [
    values.scans,
    values['kill-every'],
    values.requests,
    values.seed,
  ].map(Number)
  if ([scans, killEvery, requests, seed].some((number) => !Number.isInteger(number))) {
    console.error(`Each option takes a whole number.\n\n${HELP}`)
    return false
  }
  console.log(`seed ${seed}`)
  const app = await startTiny()
  const instance = await startInstance()
  try {
    const parts = [
      await soakScans(instance, app, scans ?? 0, killEvery ?? 1),
      await soakRequests(instance, app, requests ?? 0, seed ?? 0),
    ]
    for (const { figures, wrong } of parts) {
      console.log(JSON.stringify(figures))
      for (const line of wrong.slice(0, 50)) console.log(`wrong: ${line}`)
    }
    return parts.every(({ wrong }) => wrong.length === 0)
  } finally {
    await instance.stop()
    await app.close()
  }
}

if (values.help) console.log(HELP)
else process.exitCode = (await soak()) ? 0 : 1
