import type { PreviousComparison, TwoComparison } from '../../services/scans/compare.ts'
import { EXAMPLE_ID, FINDING } from './examples.ts'

const EARLIER_ID = 'a1d7c0de-52a9-4b6e-8f0d-3c1e5b7a9d20'

export const COMPARED_WITH_PREVIOUS: PreviousComparison = {
  has_previous: true,
  previous_scan_id: EARLIER_ID,
  previous_scan_date: '2026-11-13T10:02:31',
  new_count: 1,
  fixed_count: 0,
  unchanged_count: 0,
  new_findings: [FINDING],
  fixed_findings: [],
  unchanged_findings: [],
}

export const COMPARED_TWO: TwoComparison = {
  scan1: { id: EARLIER_ID, target_url: 'https://shop.example/', date: '2026-11-13T10:02:31' },
  scan2: { id: EXAMPLE_ID, target_url: 'https://shop.example/', date: '2026-11-20T10:02:31' },
  same_target: true,
  new_in_scan2: [FINDING],
  fixed_in_scan2: [],
  common: [],
  new_count: 1,
  fixed_count: 0,
  common_count: 0,
  ai_diff_summary:
    '1 finding new (1 medium: Reflected cross-site scripting); nothing fixed; 0 unchanged.',
  ai_diff_summary_source: 'rules',
}
