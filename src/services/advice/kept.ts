import { z } from 'zod'

import type { Advices } from '../../report/advice.ts'
import type { Finding } from '../../report/finding.ts'

/** How advice on a scan lies in R2: fingerprint, score, remediation, narrative, source. */
const Kept = z.array(
  z.tuple([
    z.string(),
    z.number().nullable(),
    z.string().nullable(),
    z.string().nullable(),
    z.enum(['rules', 'model']).nullable(),
  ]),
)
type Kept = z.infer<typeof Kept>

export const toKept = (findings: readonly Finding[]): Kept =>
  findings.map((row) => [
    row.fingerprint,
    row.ai_triage_score,
    row.ai_remediation,
    row.ai_pentest_narrative,
    row.ai_source,
  ])

/** Empty for what is not there or not ours: the report then keeps the rules' advice. */
export const fromKept = (kept: unknown): Advices =>
  new Map(
    (Kept.safeParse(kept).data ?? []).map(
      ([fingerprint, score, remediation, narrative, source]) => [
        fingerprint,
        {
          ai_triage_score: score,
          ai_remediation: remediation,
          ai_pentest_narrative: narrative,
          ai_source: source,
        },
      ],
    ),
  )
