import type { Exchange } from '../../http/exchange.ts'
import { passive, type Sighting } from '../check.ts'
import { isHtml, isSuccess, quoted } from '../support/content.ts'
import {
  enforcedPolicies,
  reportOnlyPolicies,
  weaknessesOf,
  type Policy,
  type Weakness,
  type WeaknessKind,
} from '../support/csp.ts'

/** In the order of report. `opens`: with it, script runs anyhow and the finer rules are moot. */
const FAMILIES: readonly Readonly<{ kind: WeaknessKind; opens: boolean; note: string }>[] = [
  {
    kind: 'no-script-src',
    opens: true,
    note: 'The policy has neither script-src nor default-src.',
  },
  {
    kind: 'inline',
    opens: true,
    note: "'unsafe-inline' lets injected script run; no nonce or hash overrides it.",
  },
  { kind: 'wildcard', opens: true, note: 'The sources of script include every host.' },
  {
    kind: 'bypass-host',
    opens: true,
    note: 'An allowed host is known to serve JSONP or AngularJS.',
  },
  { kind: 'eval', opens: false, note: "'unsafe-eval' lets strings become code." },
  {
    kind: 'base-uri',
    opens: false,
    note: 'Without base-uri an injected <base> moves relative scripts elsewhere.',
  },
  {
    kind: 'object-src',
    opens: false,
    note: 'Neither object-src nor default-src restricts plugins and embeds.',
  },
]

export default passive({
  meta: {
    id: 'csp.policy',
    title: 'Content Security Policy is missing or can be bypassed',
    category: 'Security headers',
    severity: 'low',
    owasp: 'A06:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-693',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator:
      'missing, report-only, no-script-src, inline, wildcard, bypass-host, eval, base-uri or object-src',
    probes: ['reads Content-Security-Policy headers and meta tags of pages'],
    description:
      'A Content Security Policy tells browsers which scripts belong to the page. Where it is missing, only ' +
      'reported, or leaves a way around itself, an injection of markup turns into running script.',
    remediation:
      "Send a policy built on nonces, for example `script-src 'nonce-…' 'strict-dynamic'; object-src 'none'; " +
      "base-uri 'none'`, with a new nonce for every answer. Try it with the report-only header, then enforce it.",
    references: [
      'https://www.w3.org/TR/CSP3/',
      'https://cheatsheetseries.owasp.org/cheatsheets/Content_Security_Policy_Cheat_Sheet.html',
      'https://web.dev/articles/strict-csp',
    ],
  },

  appliesTo: ({ response }) =>
    isSuccess(response) && isHtml(response) && response.body.trim() !== '',

  *run(exchange) {
    const policies = enforcedPolicies(exchange)
    if (policies.length === 0) {
      yield absent(exchange)
      return
    }
    const weaknesses = policies.map(weaknessesOf)
    const found = FAMILIES.map((family) => ({
      family,
      weak: sharedWeakness(policies, weaknesses, family.kind),
    }))
    const isOpen = found.some(({ family, weak }) => family.opens && weak !== null)
    for (const { family, weak } of found) {
      if (weak === null || (isOpen && !family.opens && family.kind !== 'eval')) continue
      const named = weak.source === null ? '' : ` \`${weak.directive}\` allows \`${weak.source}\`.`
      yield {
        confidence: 'confirmed',
        reason:
          policies.length === 1
            ? 'The policy was parsed by the rules of CSP 3.'
            : `All ${policies.length} policies of the page were parsed; each of them allows it.`,
        discriminator: family.kind,
        location: 'response',
        evidence: {
          exchange,
          match: literal(exchange, policies, weak),
          note: `${family.note}${named}`,
        },
      }
    }
  },
})

function absent(exchange: Exchange): Sighting {
  const [reportOnly] = reportOnlyPolicies(exchange)
  return {
    confidence: 'confirmed',
    reason: 'The headers and meta tags of the page were read.',
    discriminator: reportOnly === undefined ? 'missing' : 'report-only',
    location: 'response',
    evidence: {
      exchange,
      match: reportOnly === undefined ? null : quoted(exchange, reportOnly.text),
      note:
        reportOnly === undefined
          ? 'The page has no Content Security Policy, neither as a header nor as a meta tag.'
          : 'The only policy is in report-only mode: violations are reported and still run.',
    },
  }
}

/** A browser applies all policies of a page: only what each of them allows is allowed. */
function sharedWeakness(
  policies: readonly Policy[],
  weaknesses: readonly (readonly Weakness[])[],
  kind: WeaknessKind,
): Weakness | null {
  const each = weaknesses.map((of) => of.find((weakness) => weakness.kind === kind))
  // A missing base-uri matters where any policy uses nonces, and is cured by any policy that has it.
  if (kind === 'base-uri' && !policies.some(({ csp }) => 'base-uri' in csp.directives)) {
    return each.find((weakness) => weakness !== undefined) ?? null
  }
  return each.every((weakness) => weakness !== undefined) ? (each[0] ?? null) : null
}

/** The directive as written in the first policy; a missing directive is shown by the policy. */
function literal(
  exchange: Exchange,
  [first]: readonly Policy[],
  weakness: Weakness,
): string | null {
  const text = first?.text ?? ''
  const directive = text
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.split(/\s/)[0]?.toLowerCase() === weakness.directive)
  return quoted(exchange, directive ?? '', text, weakness.source?.replaceAll("'", '') ?? '')
}
