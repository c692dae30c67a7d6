import type { Finding } from '../../report/finding.ts'
import type { Report, UrlItem } from '../../report/report.ts'
import { summarise } from '../../report/summary.ts'
import { pathTemplate } from '../../report/path-template.ts'
import { isoSeconds, type Instant } from '../../report/time.ts'
import { VERSION } from '../../version.ts'
import type { CheckMeta } from '../checks/check.ts'
import { techStack } from '../tech/implied.ts'
import { apiResults } from './api-plan.ts'
import { loginResults } from './build-login.ts'
import { hitKey } from './findings-key.ts'
import { foldFindings } from './findings.ts'
import type { Ending, Retest, ScanState } from './scan-state.ts'
import type { NotRun } from './select-checks.ts'
import type { Hit, UnitResult } from './unit.ts'

type Part = Pick<
  UnitResult,
  'hits' | 'tallies' | 'urls' | 'tech' | 'performance' | 'points' | 'requests' | 'api' | 'session'
>

/** Folds what the units of a scan handed in. The order of the parts does not matter. */
export function foldParts(
  state: ScanState,
  parts: readonly Part[],
  checks: readonly CheckMeta[],
  notRun: readonly NotRun[],
) {
  const { retest } = state
  const concerned = checks.filter(({ id }) => retest === undefined || id === retest.checkId)
  const hits = parts.flatMap((part) => [...part.hits])
  return foldFindings({
    hits: retest === undefined ? hits : hitsOf(retest, hits, concerned),
    tallies: parts.flatMap((part) => [...part.tallies]),
    checks: concerned,
    notRun,
    targetUrl: state.options.target_url,
    origins: state.origins,
  })
}

/** A re-test speaks of its finding only: what its check sees elsewhere is left to the next scan. */
const hitsOf = (
  { fingerprint }: Retest,
  hits: readonly Hit[],
  checks: readonly CheckMeta[],
): readonly Hit[] => hits.filter((hit) => checks.some((meta) => hitKey(hit, meta) === fingerprint))

/** The one value that everything downstream reads. `findings` already carry advice and lifecycle. */
export function buildReport(
  state: ScanState,
  ending: Ending,
  parts: readonly Part[],
  folded: Readonly<{ findings: readonly Finding[]; coverage: Report['coverage'] }>,
  earlier: Pick<Report, 'previous' | 'trend'>,
  completedAt: Instant,
): Report {
  const isPartial = state.partial.length > 0 || ending.status === 'failed'
  const login = loginResults(state, parts)
  const urls = mergeUrls(parts.flatMap((part) => [...part.urls]))
  return {
    version: 1,
    scan: {
      id: state.scanId,
      target_url: state.options.target_url,
      target_ip: state.options.target_ip,
      scan_type: state.options.scan_type,
      profile: state.options.profile,
      status: ending.status,
      error: ending.status === 'failed' ? ending.error : null,
      tags: state.tags,
      scan_authorized: state.scanAuthorized,
      started_at: isoSeconds(state.startedAt),
      completed_at: isoSeconds(completedAt),
      requests_sent: state.requests,
      answered_paths: answeredPaths(urls),
      origins: state.origins,
      login: state.options.auth_config?.type ?? 'none',
      engine_version: VERSION,
    },
    summary: summarise(folded.findings),
    results: {
      vulnerabilities: folded.findings,
      performance: parts.find((part) => part.performance !== null)?.performance ?? null,
      tech_stack: techStack(parts.map((part) => part.tech)),
      partial: isPartial,
      ...(state.folded !== undefined && {
        crawl: { pages: state.pages, folded: state.folded },
      }),
      ...(state.options.scan_type === 'api' && { api: apiResults(parts, isPartial) }),
      ...(login && { login }),
    },
    coverage: folded.coverage,
    urls,
    ...earlier,
  }
}

const keyOf = (item: UrlItem): string => `${item.url} ${item.method}`

/** One row per URL and method; an answered visit wins over one that failed. */
function mergeUrls(items: readonly UrlItem[]): readonly UrlItem[] {
  const byKey = new Map<string, UrlItem>()
  for (const item of items) {
    const known = byKey.get(keyOf(item))
    if (known === undefined || (known.status === null && item.status !== null)) {
      byKey.set(keyOf(item), item)
    }
  }
  return [...byKey.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const answeredPaths = (urls: readonly UrlItem[]): readonly string[] => {
  const paths = urls
    .filter((item) => item.status !== null && URL.canParse(item.url))
    .map((item) => pathTemplate(new URL(item.url).pathname))
  return [...new Set(paths)].toSorted()
}
