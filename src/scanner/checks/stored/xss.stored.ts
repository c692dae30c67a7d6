import type { Exchange } from '../../http/exchange.ts'
import { XSS_PAYLOADS } from '../../payloads/xss.ts'
import { onStored } from '../check.ts'
import { shownAfter } from '../support/shown-after.ts'
import { provokeScript, reasonFor } from '../support/xss-attempts.ts'

/** Each stores a value on the site: fewer than where nothing stays. */
const MOST_ATTEMPTS = 14

export default onStored({
  meta: {
    id: 'xss.stored',
    title: 'Stored cross-site scripting',
    category: 'Injection',
    severity: 'high',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-79',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:H/I:L/A:N',
    // Each attempt, the one that worked again and a control, and the page after each of them.
    maxRequests: (MOST_ATTEMPTS + 2) * 2,
    oncePer: 'input',
    profile: 'standard',
    probes: Object.values(XSS_PAYLOADS).flatMap(({ direct }) =>
      direct.slice(0, 1).map((text) => `{input}=${text}, then GET {page that shows it}`),
    ),
    description:
      'A value that the site keeps becomes part of a page in a way that lets it add markup or script. Whoever ' +
      'opens that page runs code of the attacker in this site, without opening a prepared link: it can read the ' +
      'page, act with the session and spread further.',
    remediation:
      'Encode values where they are written, for the place they are written to: HTML text, attribute, script and ' +
      'URL each need their own rules. Where users may write markup, let a maintained sanitiser with a list of ' +
      'allowed elements read it, and add a Content Security Policy.',
    references: [
      'https://cwe.mitre.org/data/definitions/79.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
      'https://owasp.org/www-community/Types_of_Cross-Site_Scripting',
    ],
  },

  async *run({ input, word, shown, shownAt, send, nonce }) {
    const ask = async (value: string): Promise<Exchange> => {
      return send(shownAfter(shownAt, await send(input.with(value))))
    }
    const proof = await provokeScript(shown, word, { ask, nonce, mostAttempts: MOST_ATTEMPTS })
    if (proof === null) return
    const { pathname } = shownAt.url
    yield {
      confidence: 'likely',
      reason: reasonFor(proof.exchange),
      evidence: {
        exchange: proof.exchange,
        match: proof.found.match,
        note: `What \`${input.name}\` of ${input.request.method} \`${input.request.url.pathname}\` stores puts a call of ${proof.word}() into ${proof.found.how} on \`${pathname}\`.`,
      },
    }
  },
})
