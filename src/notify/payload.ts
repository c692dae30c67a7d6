import { isoSeconds } from '../report/time.ts'
import { totalOf, type Facts } from './facts.ts'

/** The body of a generic delivery, byte for byte the same at every attempt (API document L251-259). */
export function genericBody(facts: Facts): string {
  const timestamp = `${isoSeconds(facts.at)}Z`
  if (facts.event === 'ping') return JSON.stringify({ event: facts.event, timestamp })
  return JSON.stringify({
    event: facts.event,
    scan_id: facts.scan_id,
    target_url: facts.target_url,
    risk_score: facts.risk_score,
    total_findings: totalOf(facts),
    vulnerability_counts: facts.counts,
    timestamp,
  })
}
