import { z } from 'zod'

import type { Finding } from './finding.ts'
import { CONFIDENCES, SEVERITIES, STATUSES } from './severity.ts'

const PackedRows = z.array(
  z
    .tuple([
      z.string(),
      z.enum(STATUSES),
      z.enum(SEVERITIES),
      z.enum(CONFIDENCES),
      z.string(),
      z.enum(SEVERITIES).nullable(),
    ])
    .readonly(),
)

/**
 * What a scan's D1 row keeps of a finding, so that gate, badge and lists need no R2 read:
 * [fingerprint, status, severity, confidence, title, potential_severity].
 */
export type PackedRow = z.infer<typeof PackedRows>[number]

/** Vulnerable and warning rows, in the given order. `JSON.stringify` it for the column. */
export const packRows = (findings: readonly Finding[]): readonly PackedRow[] =>
  findings
    .filter((finding) => finding.status === 'vulnerable' || finding.status === 'warning')
    .map((finding) => [
      finding.fingerprint,
      finding.status,
      finding.severity,
      finding.confidence,
      finding.title,
      finding.potential_severity,
    ])

/** The column's text; null, as in a scan that never ended, has no rows. Throws on anything else. */
export function parsePacked(text: string | null): readonly PackedRow[] {
  if (text === null) return []
  try {
    return PackedRows.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error('The packed rows of a scan cannot be read', { cause })
  }
}

/** A packed row with names, as counting and ordering want it. */
export const unpackRow = (row: PackedRow) => {
  const [fingerprint, status, severity, confidence, title, potential_severity] = row
  return { fingerprint, status, severity, confidence, title, potential_severity }
}
