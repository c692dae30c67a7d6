import { reachOf, start } from '../../test/range/apps/crawl/app.ts'
import { startInstance } from '../../test/support/e2e-instance.ts'
import { startScan, untilEnded } from '../../test/support/e2e-scan.ts'
import type { SoakPart } from './part.ts'

/** Issue 6, "What it must show": percent of what is there. */
const LEAST = { all: 95, needsNone: 98 } as const
const SCAN_MS = 900_000

/** One scan of the site of which each address is known, with the browser of this machine. */
export const soakCrawl: SoakPart = async () => {
  const instance = await startInstance({ PALISADE_BROWSER: 'on' })
  const app = await start()
  try {
    const { key } = await instance.account(null)
    const startedAt = performance.now()
    const id = await startScan(instance, key, app.url)
    const scan = await untilEnded(instance, key, id, SCAN_MS)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const all = reachOf(app.hit(), ['nothing', 'browser'])
    const plain = reachOf(app.hit(), ['nothing'])
    const wrong = [
      ...(scan.status === 'completed' ? [] : [`the scan is ${scan.status}`]),
      ...(all.found * 100 >= LEAST.all * all.of ? [] : [`missed: ${all.missed.join(' ')}`]),
      ...(plain.found * 100 >= LEAST.needsNone * plain.of
        ? []
        : [`missed without need of a browser: ${plain.missed.join(' ')}`]),
    ]
    const isPartial = Number(scan.results?.partial === true)
    return {
      figures: {
        found: all.found,
        of: all.of,
        needsNone: plain.found,
        ofThose: plain.of,
        seconds,
        isPartial,
      },
      wrong,
    }
  } finally {
    await instance.stop()
    await app.close()
  }
}
