import type { Finding, Location } from '../../report/finding.ts'
import type { CoverageItem } from '../../report/report.ts'
import { fingerprint } from '../../report/fingerprint.ts'
import type { CheckMeta } from '../checks/check.ts'
import { counted } from './findings-coverage.ts'
import { rowOfCheck, WITHOUT_SEVERITY } from './findings-issue.ts'

/** What was scanned: rows of checks that saw nothing are about the target as a whole. */
export type Site = Readonly<{ targetUrl: string; origins: readonly string[] }>

/** A check that ran everywhere it should and saw nothing. */
export function passedRow(meta: CheckMeta, site: Site, done: CoverageItem): Finding {
  const effort = `${counted(done.points, 'place')} tested, ${counted(done.requests, 'request')} sent`
  return {
    ...silentRow(meta, site, 'passed'),
    status: 'safe',
    confidence_reason: 'The check ran on all its places and saw nothing.',
    evidence: `${effort}, nothing found on ${site.origins.join(', ')}.`,
    remediation: 'Nothing to do.',
  }
}

/** A check that did not get to its end; the reader must not take its silence for safety. */
export function notTestedRow(meta: CheckMeta, site: Site, done: CoverageItem): Finding {
  const part =
    done.points > 0 ? ` ${counted(done.points, 'place')} tested before that, nothing found.` : ''
  return {
    ...silentRow(meta, site, 'not_tested'),
    status: 'info',
    title: `${meta.title}: not tested`,
    name: `${meta.title}: not tested`,
    confidence_reason: 'Nothing was concluded: the check did not run to its end.',
    evidence: `Not tested: ${done.reason ?? 'no reason given'}.${part}`,
    remediation: 'Remove the cause and scan again; until then this stays unknown.',
  }
}

type RowKind = 'passed' | 'not_tested'

/** The kind in the discriminator keeps these rows' ids apart from those of issues. */
function silentRow(meta: CheckMeta, site: Site, kind: RowKind) {
  const location: Location = 'origin'
  const place = { check_id: meta.id, origin: site.origins[0] ?? site.targetUrl, location }
  const blank = { path_template: '', method: '', parameter: '' }
  const print = fingerprint({ ...place, ...blank, discriminator: `row:${kind}` })
  return {
    ...rowOfCheck(meta, print),
    ...WITHOUT_SEVERITY,
    confidence: 'confirmed',
    url: site.targetUrl,
    method: 'GET',
    parameter: '',
    location,
    request: null,
    response: null,
    curl: null,
    instances_count: 0,
    instances: [],
  } as const satisfies Partial<Finding>
}
