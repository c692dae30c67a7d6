import type { Finding } from '../../src/report/finding.ts'
import type { Report } from '../../src/report/report.ts'
import { summarise } from '../../src/report/summary.ts'
import { fromIsoSeconds } from '../../src/report/time.ts'
import type { ScanOptions } from '../../src/scanner/engine/options.ts'
import type { ScanRecord } from '../../src/services/scans/record.ts'

export const STARTED = fromIsoSeconds('2026-11-20T10:00:00')
export const COMPLETED = fromIsoSeconds('2026-11-20T10:02:31')

export const OPTIONS: ScanOptions = {
  target_url: 'http://shop.test/',
  scan_type: 'vuln',
  profile: 'standard',
  target_ip: null,
  excluded_paths: [],
  scan_speed: 'normal',
  request_delay_ms: null,
  max_duration_s: 3600,
  max_requests: 20_000,
  max_pages: 1000,
  max_depth: 10,
  opt_in: [],
  auth_config: null,
  custom_headers: [],
  webhook: null,
}

/** A completed scan of shop.test; `given` says what the test is about. */
export function aScan(given: Partial<ScanRecord> = {}): ScanRecord {
  return {
    id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
    accountId: 'acc_1',
    targetUrl: 'http://shop.test/',
    targetNorm: 'http://shop.test/',
    host: 'shop.test',
    targetIp: null,
    scanType: 'vuln',
    profile: 'standard',
    status: 'completed',
    options: OPTIONS,
    tags: [],
    notes: '',
    scanAuthorized: true,
    startedAt: STARTED,
    completedAt: COMPLETED,
    error: null,
    summary: { risk_score: 0, critical: 0, high: 0, medium: 0, low: 0, info: 0 },
    partial: false,
    overlayVersion: 0,
    isAdvised: false,
    hasReport: true,
    retestOf: null,
    suppressions: new Map(),
    ...given,
  }
}

export function aReport(
  vulnerabilities: readonly Finding[] = [],
  given: Partial<Report> = {},
): Report {
  return {
    version: 1,
    scan: {
      id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
      target_url: 'http://shop.test/',
      target_ip: null,
      scan_type: 'vuln',
      profile: 'standard',
      status: 'completed',
      error: null,
      tags: [],
      scan_authorized: true,
      started_at: '2026-11-20T10:00:00',
      completed_at: '2026-11-20T10:02:31',
      requests_sent: 321,
      answered_paths: ['/'],
      origins: ['http://shop.test'],
      login: 'none',
      engine_version: '0.1.0',
    },
    summary: summarise(vulnerabilities),
    results: { vulnerabilities, performance: null, tech_stack: ['nginx'], partial: false },
    coverage: [],
    urls: [],
    previous: null,
    trend: [],
    ...given,
  }
}
