import type { CvssVector } from '../../../report/finding.ts'
import type { Confidence } from '../../../report/severity.ts'
import { LIMITS } from '../../../limits.ts'
import { pageOf } from '../../crawl/page.ts'
import { ADVISORY_SEVERITIES, type AdvisorySeverity, type Feeds } from '../../feeds.ts'
import type { Exchange } from '../../http/exchange.ts'
import { passive, type Sighting } from '../check.ts'
import { isSuccess, quoted } from '../support/content.ts'
import {
  librariesByHash,
  librariesByName,
  librariesInText,
  type SeenBy,
  type VulnerableLibrary,
} from '../support/libraries.ts'

/** The severity of the worst advisory, as a vector: an advisory's own is not in the feed. */
const GRADES: Readonly<Record<AdvisorySeverity, CvssVector>> = {
  low: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  medium: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  high: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  critical: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
}
/** Whether the site reaches the flawed part of a library is not known from any of them. */
const SURE: Readonly<Record<SeenBy, readonly [Confidence, reason: string]>> = {
  hash: ['confirmed', 'The file is byte for byte the published one of this version.'],
  content: [
    'likely',
    'The file states its version itself; whether the flawed part is used is not known.',
  ],
  name: ['possible', 'Only the address tells the version; the file behind it was not read.'],
}
const MOST_IDS = 6
/** Shorter inline scripts hold no library. */
const LEAST_INLINE = 1000

export default passive({
  meta: {
    id: 'jslib.vulnerable',
    title: 'JavaScript library has published flaws',
    category: 'Supply chain',
    severity: 'medium',
    owasp: 'A03:2025',
    owasp2021: 'A06:2021',
    cwe: 'CWE-1395',
    cvss: GRADES.medium,
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'name of the library',
    probes: ['compares scripts, their addresses and inline scripts with advisories on libraries'],
    description:
      'A page loads a version of a JavaScript library for which advisories are published. What an attacker ' +
      'gains depends on the advisory and on which parts of the library the site uses: cross-site scripting ' +
      'is the most frequent.',
    remediation:
      'Update the library to a version that no advisory names, and let a tool watch the dependencies of the ' +
      'build. Where a library is no longer maintained, replace it.',
    references: [
      'https://owasp.org/Top10/2025/A03_2025-Software_Supply_Chain_Failures/',
      'https://cheatsheetseries.owasp.org/cheatsheets/Vulnerable_Dependency_Management_Cheat_Sheet.html',
      'https://retirejs.github.io/retire.js/',
    ],
  },

  appliesTo: (exchange) => {
    const { kind } = pageOf(exchange)
    return isSuccess(exchange.response) && (kind === 'html' || kind === 'script')
  },

  *run(exchange, feeds) {
    const seen = new Set<string>()
    for (const library of librariesOf(exchange, feeds)) {
      if (seen.has(library.name)) continue
      seen.add(library.name)
      yield sighting(exchange, library)
    }
  },
})

/** The surest first. */
function librariesOf(exchange: Exchange, feeds: Feeds): readonly VulnerableLibrary[] {
  const { kind, html, base } = pageOf(exchange)
  const { body } = exchange.response
  if (kind === 'script') {
    return [
      ...librariesByHash(body, feeds),
      ...librariesInText(body, feeds),
      ...librariesByName(exchange.request.url, feeds),
    ]
  }
  const scripts = (html?.elements ?? []).filter(({ name }) => name === 'script')
  const inline = scripts.map(({ text }) => text).filter((text) => text.length >= LEAST_INLINE)
  const loaded = scripts.flatMap(({ attributes }) => {
    const written = attributes.get('src')?.slice(0, LIMITS.urlLength).trim()
    return (written === undefined ? null : URL.parse(written, base.href)) ?? []
  })
  return [
    ...inline.flatMap((text) => librariesInText(text, feeds)),
    ...loaded.flatMap((url) => librariesByName(url, feeds)),
  ]
}

function sighting(exchange: Exchange, library: VulnerableLibrary): Sighting {
  const { name, version, by, text } = library
  const advisories = library.advisories.toSorted(
    (a, b) => ADVISORY_SEVERITIES.indexOf(b.severity) - ADVISORY_SEVERITIES.indexOf(a.severity),
  )
  const [worst] = advisories
  const ids = [...new Set(advisories.map(({ ids: [id], summary }) => id ?? summary))]
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : ''
  const [confidence, reason] = SURE[by]
  return {
    confidence,
    reason,
    discriminator: name,
    parameter: name,
    location: 'response',
    cvss: GRADES[worst?.severity ?? 'medium'],
    ...(worst?.cwe ? { cwe: worst.cwe } : {}),
    evidence: {
      exchange,
      match: text === null ? null : whereIn(exchange, text),
      note: `${name} ${version} has published flaws: ${ids.slice(0, MOST_IDS).join(', ')}${more}.`,
    },
  }
}

/** A script may be known by its own address, which stands in the request. */
const whereIn = (exchange: Exchange, text: string): string | null =>
  exchange.request.url.href === text ? text : quoted(exchange, ...namesIn(text))

/** An address may be written shorter than it is: without origin, or relative. */
function namesIn(text: string): readonly string[] {
  const url = URL.parse(text)
  if (url === null) return [text]
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1)
  return [text, `${url.pathname}${url.search}`, url.pathname, file]
}
