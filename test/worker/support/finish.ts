import type { ScanStatus } from '../../../src/report/report.ts'
import type { CheckMeta } from '../../../src/scanner/checks/check.ts'
import { beginState } from '../../../src/scanner/engine/scan-state.ts'
import type { Hit } from '../../../src/scanner/engine/unit.ts'
import type { Deps } from '../../../src/services/deps.ts'
import { indexReport, writeReport } from '../../../src/services/scans/finalise.ts'
import { OPTIONS } from '../../support/scans.ts'
import { meta, tally } from '../../support/sightings.ts'
import { seedScan } from './read-world.ts'

type Finished = Readonly<{
  host: string
  hits?: readonly Hit[]
  /** Paths that answered. */
  paths?: readonly string[]
  checks?: readonly CheckMeta[]
  status?: Exclude<ScanStatus, 'running'>
  now?: number
  between?: () => Promise<unknown>
}>

/** Ends a scan of `host` that saw `hits`, as its object does; it started `now` and took a second. */
export async function finish(deps: Deps, accountId: string, given: Finished): Promise<string> {
  const { host, hits = [], paths = ['/', '/item'], checks = [meta()] } = given
  const startedAt = given.now ?? deps.now()
  const target = `http://${host}/`
  const options = { ...OPTIONS, target_url: target }
  const id = await seedScan(deps, accountId, {
    host,
    targetUrl: target,
    targetNorm: target,
    status: 'running',
    startedAt,
  })
  const begun = beginState({
    scanId: id,
    accountId,
    options,
    tags: [],
    scanAuthorized: true,
    startedAt,
    deadline: startedAt + 3_600_000,
  })
  const input = {
    state: { ...begun, origins: [`http://${host}`] },
    ending:
      given.status === 'failed'
        ? { status: 'failed' as const, error: { code: 'aborted' as const, message: 'Aborted.' } }
        : { status: 'completed' as const },
    parts: [
      {
        requests: 2,
        hits,
        tallies: checks.map(({ id: check_id }) => tally({ check_id, points: 1, requests: 1 })),
        urls: paths.map((path) => ({
          url: `http://${host}${path}`,
          method: 'GET',
          source: 'a[href]',
          status: 200,
          content_type: 'text/html',
          parameters: [],
        })),
        points: [],
        tech: [],
        performance: null,
      },
    ],
    checks,
    notRun: [],
    completedAt: startedAt + 1000,
  }
  const report = await writeReport(deps, input)
  await given.between?.()
  await indexReport(deps, input, report)
  return id
}
