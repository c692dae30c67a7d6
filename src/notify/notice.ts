import { SEVERITIES, type Severity } from '../report/severity.ts'
import { isoSeconds, type Instant } from '../report/time.ts'
import { TOP_FINDINGS, totalOf, type CompletedFacts, type Facts } from './facts.ts'

/** What people are told, before it takes the form of a platform. All texts may be hostile. */
export type Notice = Readonly<{
  title: string
  facts: readonly (readonly [label: string, value: string])[]
  /** One finding each. */
  lines: readonly string[]
  /** The worst severity found; null colours nothing. */
  worst: Severity | null
  link: string | null
  footer: string
  at: Instant
}>

export function noticeOf(facts: Facts): Notice {
  return facts.event === 'ping' ? pingNotice(facts.at) : scanNotice(facts)
}

const pingNotice = (at: Instant): Notice => ({
  title: 'Test message from Palisade',
  facts: [['Sent', utc(at)]],
  lines: ['This receiver works. Completed scans are announced here.'],
  worst: null,
  link: null,
  footer: 'Palisade',
  at,
})

function scanNotice(facts: CompletedFacts): Notice {
  const total = totalOf(facts)
  const found = SEVERITIES.filter((severity) => facts.counts[severity] > 0)
  const counts = found.map((severity) => `${severity} ${amount(facts.counts[severity])}`)
  const more = total - facts.top.length
  return {
    title: `Scan completed: ${hostOf(facts.target_url)}`,
    facts: [
      ['Target', facts.target_url],
      ['Risk score', `${facts.risk_score} of 100`],
      ['Findings', total === 0 ? 'none' : `${amount(total)} (${counts.join(', ')})`],
      ['Completed', utc(facts.at)],
    ],
    lines: [
      ...facts.top.slice(0, TOP_FINDINGS).map(({ severity, title }) => `${severity}: ${title}`),
      ...(more > 0 ? [`and ${amount(more)} more`] : []),
    ],
    worst: found[0] ?? null,
    link: facts.link,
    footer: `Palisade, scan ${facts.scan_id}`,
    at: facts.at,
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
const amount = (count: number): string => count.toLocaleString('en-US')
const utc = (at: Instant): string => `${isoSeconds(at).slice(0, 16).replace('T', ' ')} UTC`
