import { z } from '@hono/zod-openapi'

import { EVENT_KINDS, type FindingRecord as Value } from '../../services/findings/record.ts'
import { TRIAGE_STATES } from '../../report/finding.ts'
import { Severity, Timestamp, Triage } from './finding.ts'

const Event = z.object({
  at: Timestamp,
  event: z.enum(EVENT_KINDS),
  scan_id: z.string().nullable(),
  by: z.string().nullable(),
  triage: z
    .object({
      state: z.enum(TRIAGE_STATES),
      reason: z.string().nullable(),
      until: Timestamp.nullable(),
    })
    .nullable(),
})

export const FindingRecord = z
  .object({
    fingerprint: z.string(),
    asset: z.string().openapi({ description: 'The host it was seen on.' }),
    check_id: z.string(),
    title: z.string(),
    severity: Severity,
    status: z.enum(['open', 'fixed']),
    first_seen: Timestamp,
    first_scan_id: z.string(),
    last_seen: Timestamp,
    last_scan_id: z.string(),
    fixed_at: Timestamp.nullable(),
    reopened_at: Timestamp.nullable(),
    due_date: Timestamp.nullable(),
    days_remaining: z.int().nullable(),
    triage: Triage,
    history: z.array(Event).readonly(),
  })
  .openapi('FindingRecord', {
    description: 'The life of a finding on one asset, over all scans of it.',
  }) satisfies z.ZodType<Value>

export const FINDING_RECORD: Value = {
  fingerprint: '9b2e6d3d6f1a4d0c8e7b5a49382716050f1e2d3c4b5a69788796a5b4c3d2e1f0',
  asset: 'shop.example',
  check_id: 'xss.reflected',
  title: 'Reflected cross-site scripting',
  severity: 'medium',
  status: 'open',
  first_seen: '2026-11-13T10:00:00',
  first_scan_id: 'a1d7c0de-52a9-4b6e-8f0d-3c1e5b7a9d20',
  last_seen: '2026-11-20T10:00:00',
  last_scan_id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
  fixed_at: null,
  reopened_at: null,
  due_date: '2027-02-11T10:00:00',
  days_remaining: 83,
  triage: {
    state: 'accepted_risk',
    reason: 'The page is behind the office network.',
    by: 'key:k3y',
    until: '2026-12-31T00:00:00',
  },
  history: [
    {
      at: '2026-11-13T10:00:00',
      event: 'first_seen',
      scan_id: 'a1d7c0de-52a9-4b6e-8f0d-3c1e5b7a9d20',
      by: null,
      triage: null,
    },
    {
      at: '2026-11-20T12:00:00',
      event: 'triaged',
      scan_id: null,
      by: 'key:k3y',
      triage: {
        state: 'accepted_risk',
        reason: 'The page is behind the office network.',
        until: '2026-12-31T00:00:00',
      },
    },
  ],
}
