import type { Finding } from '../report/finding.ts'
import type { Report } from '../report/report.ts'
import { clock, log } from '../runtime.ts'
import { CHECKS } from '../scanner/checks/index.ts'
import { foldParts } from '../scanner/engine/build-report.ts'
import { hitKey } from '../scanner/engine/findings-key.ts'
import { withLifecycle } from '../scanner/engine/findings-lifecycle.ts'
import { messageOf } from '../scanner/engine/run-check.ts'
import type { ScanState } from '../scanner/engine/scan-state.ts'
import type { UnitResult } from '../scanner/engine/unit.ts'
import type { Deps } from '../services/deps.ts'
import { adviseFindings } from '../services/scans/advise.ts'
import { showCounts } from '../services/scans/running-counts.ts'
import type { ScanEvents } from './scan-events.ts'
import type { ScanStore, StoredResult } from './scan-store.ts'

const METAS = CHECKS.map((check) => check.meta)
const META_BY_ID = new Map(METAS.map((meta) => [meta.id, meta]))
const PASSIVE = new Set(
  CHECKS.filter((check) => check.phase === 'passive').map((check) => check.meta.id),
)
const COALESCE_MS = 500

/** What followers of a running scan see: progress, findings as they appear, the counts so far. */
export class ScanLive {
  readonly #store: ScanStore
  readonly #events: ScanEvents
  readonly #deps: Deps
  /** Rows so far by fingerprint; rebuilt from the results after the object was evicted. */
  #rows: Map<string, Finding> | null = null
  #confirmed: Set<string> | null = null
  #urls = 0
  #toldAt = 0

  constructor(store: ScanStore, events: ScanEvents, deps: Deps) {
    this.#store = store
    this.#events = events
    this.#deps = deps
  }

  /** Keys of passive issues that were confirmed; units need not confirm them again. */
  confirmedPassive(): readonly string[] {
    this.#load()
    return [...(this.#confirmed ?? [])]
  }

  progress(state: ScanState, message: string): void {
    const now = clock.now()
    if (now - this.#toldAt < COALESCE_MS) return
    this.#toldAt = now
    this.#load()
    this.#events.publish({
      type: 'progress',
      data: {
        scan_id: state.scanId,
        percent: state.percent,
        phase: state.stage,
        message,
        requests_sent: state.requests + this.#store.reported(),
        urls_found: this.#urls,
        findings_count: this.#actionable().length,
        elapsed_ms: now - state.startedAt,
      },
    })
  }

  /** Publishes what a unit newly found and brings the counts of the row up to date. */
  async absorbed(result: UnitResult): Promise<void> {
    const state = this.#store.state()
    if (state === null) return
    this.#load()
    const news = this.#take(state, [result])
    if (news.length === 0) return
    const advised = await adviseFindings(news, this.#deps.adviser)
    for (const row of withLifecycle(advised, new Map(), state.startedAt)) {
      this.#events.publish({ type: 'finding', data: row })
    }
    const host = new URL(state.options.target_url).hostname
    try {
      await showCounts(this.#deps, { ...state, host }, this.#actionable())
    } catch (error) {
      // Counts of a running scan are a courtesy; the final ones are written by the saga.
      log('scan.counts_failed', { scan_id: state.scanId, message: messageOf(error) })
    }
  }

  ended(report: Report): void {
    const { scan, summary } = report
    this.#events.publish({
      type: 'progress',
      data: {
        scan_id: scan.id,
        percent: 100,
        phase: 'done',
        message: scan.status,
        requests_sent: scan.requests_sent,
        urls_found: report.urls.length,
        findings_count: report.results.vulnerabilities.filter(isActionable).length,
        elapsed_ms: clock.now() - (this.#store.state()?.startedAt ?? clock.now()),
      },
    })
    this.#events.publish(
      scan.error === null
        ? {
            type: 'done',
            data: {
              scan_id: scan.id,
              status: scan.status,
              summary,
              completed_at: scan.completed_at,
            },
          }
        : {
            type: 'error',
            data: { scan_id: scan.id, code: scan.error.code, error: scan.error.message },
          },
    )
    this.forget()
  }

  forget(): void {
    this.#rows = null
    this.#confirmed = null
  }

  #load(): void {
    if (this.#rows !== null) return
    this.#rows = new Map()
    this.#confirmed = new Set()
    this.#urls = 0
    const state = this.#store.state()
    if (state !== null) this.#take(state, this.#store.results())
  }

  /** Adds results to what is known; answers the rows that were not known before. */
  #take(state: ScanState, results: readonly (StoredResult | UnitResult)[]): readonly Finding[] {
    for (const result of results) {
      this.#urls += result.urls.length
      for (const hit of result.hits) {
        const meta = META_BY_ID.get(hit.check_id)
        if (meta !== undefined && hit.confidence === 'confirmed' && PASSIVE.has(hit.check_id)) {
          this.#confirmed?.add(hitKey(hit, meta))
        }
      }
    }
    const { findings } = foldParts(state, results, METAS, [])
    const news = findings.filter(
      (row) => isActionable(row) && !(this.#rows?.has(row.fingerprint) ?? false),
    )
    for (const row of news) this.#rows?.set(row.fingerprint, row)
    return news
  }

  #actionable(): readonly Finding[] {
    return [...(this.#rows?.values() ?? [])]
  }
}

const isActionable = (row: Finding): boolean =>
  row.status === 'vulnerable' || row.status === 'warning'
