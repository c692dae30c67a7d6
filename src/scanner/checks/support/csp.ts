import { Directive, type Csp } from 'csp_evaluator/dist/csp.js'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity, Type, type Finding } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'

import { elementsWith, type HtmlElement } from '../../crawl/html.ts'
import { pageOf } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { remember } from '../../http/remember.ts'
import { findElements, isInside } from './markup.ts'

export type Policy = Readonly<{ text: string; csp: Csp }>

/** A way past a policy: which rule, the directive that allows it, and the source at fault. */
export type Weakness = Readonly<{ kind: WeaknessKind; directive: string; source: string | null }>
export type WeaknessKind =
  | 'no-script-src'
  | 'inline'
  | 'eval'
  | 'wildcard'
  | 'bypass-host'
  | 'base-uri'
  | 'object-src'

/** More than any page needs; each costs an evaluation. */
const MAX_POLICIES = 20
const SCRIPT_DIRECTIVES = [
  Directive.SCRIPT_SRC,
  Directive.SCRIPT_SRC_ATTR,
  Directive.SCRIPT_SRC_ELEM,
]
const NOT_IN_HEAD: ReadonlySet<string> = new Set(['body', 'template', 'noscript'])

/** Every policy a browser enforces on the page: one per header list item, and those in meta tags. */
export function enforcedPolicies(exchange: Exchange): readonly Policy[] {
  const { headers, body } = exchange.response
  const header = headers.get('content-security-policy')
  const { html } = pageOf(exchange)
  // Where an element stands takes a second reading, which the page at hand mostly spares.
  const mayHold = html === null || elementsWith(html, 'http-equiv').some(isPolicy)
  const inMeta = (mayHold ? findElements(body, isPolicy) : [])
    .filter((element) => !isInside(element, NOT_IN_HEAD))
    .map(({ attributes }) => attributes.get('content') ?? '')
  return [...splitPolicies(header), ...inMeta.flatMap(splitPolicies)].slice(0, MAX_POLICIES)
}

const isPolicy = ({ name, attributes }: Pick<HtmlElement, 'name' | 'attributes'>): boolean =>
  name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy'

export const reportOnlyPolicies = ({ response }: Exchange): readonly Policy[] =>
  splitPolicies(response.headers.get('content-security-policy-report-only'))

const splitPolicies = (list: string | null): readonly Policy[] =>
  (list ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .slice(0, MAX_POLICIES)
    .map(parse)

/** Most sites send one policy with every page. */
const parse = remember((text): Policy => ({ text, csp: new CspParser(text).csp }))
const evaluateText = remember((text) => evaluate(parse(text)))

/** What one policy leaves open for script, by the rules of CSP 3 (nonces and hashes considered). */
export const weaknessesOf = (policy: Policy): readonly Weakness[] => evaluateText(policy.text)

function evaluate({ csp }: Policy): readonly Weakness[] {
  if (forbidsScripts(csp)) return []
  const scripts: readonly string[] = csp.getEffectiveDirectives(SCRIPT_DIRECTIVES)
  return new CspEvaluator(csp).evaluate().flatMap((finding) => {
    const kind = kindOf(finding, scripts, csp)
    return kind === null
      ? []
      : [{ kind, directive: finding.directive, source: finding.value ?? null }]
  })
}

const KINDS: Readonly<Partial<Record<Type, WeaknessKind>>> = {
  [Type.SCRIPT_UNSAFE_INLINE]: 'inline',
  [Type.SCRIPT_UNSAFE_EVAL]: 'eval',
  [Type.PLAIN_WILDCARD]: 'wildcard',
  [Type.PLAIN_URL_SCHEMES]: 'wildcard',
  [Type.SCRIPT_ALLOWLIST_BYPASS]: 'bypass-host',
}
const MISSING: ReadonlyMap<string, WeaknessKind> = new Map([
  [Directive.SCRIPT_SRC, 'no-script-src'],
  [Directive.BASE_URI, 'base-uri'],
  [Directive.OBJECT_SRC, 'object-src'],
])

function kindOf(finding: Finding, scripts: readonly string[], csp: Csp): WeaknessKind | null {
  if (finding.type === Type.MISSING_DIRECTIVES) return MISSING.get(finding.directive) ?? null
  const kind = KINDS[finding.type] ?? null
  if (!scripts.includes(finding.directive)) return null
  // The evaluator also lists every allowed host that merely might serve JSONP.
  if (kind === 'bypass-host' && finding.severity !== Severity.HIGH) return null
  // Trusted Types take strings away from eval and its kin.
  if (kind === 'eval' && Directive.REQUIRE_TRUSTED_TYPES_FOR in csp.directives) return null
  return kind
}

function forbidsScripts(csp: Csp): boolean {
  const sandbox = csp.directives[Directive.SANDBOX]
  return sandbox !== undefined && !sandbox.some((flag) => flag.toLowerCase() === 'allow-scripts')
}

/** True when some policy of the page stops injected inline script from running. */
export const blocksInlineScript = (exchange: Exchange): boolean =>
  enforcedPolicies(exchange).some((policy) =>
    weaknessesOf(policy).every(({ kind }) => kind !== 'inline' && kind !== 'no-script-src'),
  )
