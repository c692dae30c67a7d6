// The class's own file: the package's index also carries CVSS 2, 3.0 and 4.0 with their tables.
import { CVSS31 } from '@pandatix/js-cvss/dist/cvss31.js'

import type { CvssVector } from './finding.ts'
import type { Severity } from './severity.ts'

/** CVSS 3.1 qualitative severity rating scale: the least score of each band. */
export const BANDS: readonly (readonly [least: number, severity: Severity])[] = [
  [9, 'critical'],
  [7, 'high'],
  [4, 'medium'],
  [0.1, 'low'],
  [0, 'info'],
]

/** The base score, 0.0-10.0 in tenths. Throws on a vector that is not CVSS 3.1. */
export function cvssScore(vector: CvssVector): number {
  try {
    return new CVSS31(vector).BaseScore()
  } catch (cause) {
    throw new Error(`Not a CVSS 3.1 vector: ${vector}`, { cause })
  }
}

export const severityOf = (score: number): Severity =>
  BANDS.find(([least]) => score >= least)?.[1] ?? 'info'
