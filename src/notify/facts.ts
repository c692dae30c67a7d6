import { z } from 'zod'

import { SEVERITIES } from '../report/severity.ts'

/** Findings named in a message; the rest are counted. */
export const TOP_FINDINGS = 5

const Severity = z.enum(SEVERITIES)
const Count = z.int().min(0)

const Completed = z
  .object({
    event: z.literal('scan_completed'),
    scan_id: z.string(),
    target_url: z.string(),
    risk_score: Count,
    counts: z.object({ critical: Count, high: Count, medium: Count, low: Count, info: Count }),
    /** The worst findings, at most TOP_FINDINGS. */
    top: z.array(z.object({ severity: Severity, title: z.string() })).readonly(),
    /** Where people read the scan. */
    link: z.string(),
    /** When it happened: milliseconds since the epoch. */
    at: z.int(),
  })
  .readonly()
const Ping = z.object({ event: z.literal('ping'), at: z.int() }).readonly()

/**
 * What is told, apart from how. Stored with the delivery when the event happens, so that every
 * attempt sends the same bytes.
 */
export const FactsSchema = z.discriminatedUnion('event', [Completed, Ping])
export type Facts = z.infer<typeof FactsSchema>
export type CompletedFacts = z.infer<typeof Completed>

/** The number of findings: the sum of the counts (decisions 42). */
export const totalOf = ({ counts }: Pick<CompletedFacts, 'counts'>): number =>
  SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0)
