import type { CvssVector } from '../../../report/finding.ts'
import { extractForms } from '../../crawl/forms.ts'
import type { Exchange } from '../../http/exchange.ts'
import { passive } from '../check.ts'
import { isHtml, isSuccess } from '../support/content.ts'
import { framingOf } from '../support/framing.ts'
import { OBSERVATION, READ } from '../support/grades.ts'

const WITH_FORM: CvssVector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N'

const NOTES = {
  missing: 'The page has neither X-Frame-Options nor frame-ancestors in a Content Security Policy.',
  invalid: 'No value of X-Frame-Options is one that browsers know, so they ignore it.',
  open: 'frame-ancestors allows every site, and X-Frame-Options counts for nothing beside it.',
  conflict:
    'The values of X-Frame-Options contradict each other. Browsers refuse every frame then, the ' +
    "site's own included.",
} as const

export default passive({
  meta: {
    id: 'clickjacking',
    title: 'Page can be framed by any site',
    category: 'Security headers',
    severity: 'low',
    owasp: 'A06:2025',
    owasp2021: 'A04:2021',
    cwe: 'CWE-1021',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator:
      'missing, invalid, open or conflict; with `:form` for pages that hold a form which changes something',
    probes: ['reads X-Frame-Options and frame-ancestors of pages'],
    description:
      'Another site can show this page inside its own, invisible and on top of something harmless. A visitor ' +
      'who clicks there presses a button of this page, with their own session.',
    remediation:
      "Send `Content-Security-Policy: frame-ancestors 'none'` (or `'self'`, or the sites that may frame the " +
      'page) with every page, and `X-Frame-Options: DENY` for old browsers.',
    references: [
      'https://www.w3.org/TR/CSP3/#directive-frame-ancestors',
      'https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header',
      'https://cheatsheetseries.owasp.org/cheatsheets/Clickjacking_Defense_Cheat_Sheet.html',
    ],
  },

  appliesTo: ({ response }) =>
    isSuccess(response) && isHtml(response) && response.body.trim() !== '',

  *run(exchange) {
    const framing = framingOf(exchange)
    if (framing.kind === 'restricted') return
    const { kind, text } = framing
    const cvss = kind === 'conflict' ? OBSERVATION : holdsAction(exchange) ? WITH_FORM : undefined
    const isForm = cvss === WITH_FORM
    yield {
      confidence: 'confirmed',
      reason: READ,
      discriminator: isForm ? `${kind}:form` : kind,
      location: 'response',
      ...(cvss === undefined ? {} : { cvss }),
      evidence: {
        exchange,
        match: text === '' ? null : text,
        note: isForm ? `${NOTES[kind]} It holds a form that changes something.` : NOTES[kind],
      },
    }
  },
})

const SEARCH = /^(?:q|query|s|search|keywords?|term)$/i

/** A POST form that clicks alone can send: nobody types a password into a page they cannot see. */
const holdsAction = (exchange: Exchange): boolean =>
  extractForms(exchange).some(
    ({ method, fields }) =>
      method === 'POST' &&
      !fields.some(({ type, name }) => type === 'password' || SEARCH.test(name)),
  )
