import { XSS_PAYLOADS } from '../../payloads/xss.ts'
import { onInput, type Input } from '../check.ts'
import { provokeScript, RAN, reasonFor, runsIn } from '../support/xss-attempts.ts'

const MOST_ATTEMPTS = 24
/** What a page of another site can make the browser of a visitor send. */
const SENDABLE_HEADERS: ReadonlySet<string> = new Set(['referer'])

export default onInput({
  meta: {
    id: 'xss.reflected',
    title: 'Reflected cross-site scripting',
    category: 'Injection',
    severity: 'medium',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-79',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    // The attempts, the one that worked again, and a control of the same length; a browser sends its own.
    maxRequests: MOST_ATTEMPTS + 2,
    oncePer: 'input',
    profile: 'gate',
    probes: Object.values(XSS_PAYLOADS).flatMap(({ direct }) =>
      direct.slice(0, 1).map((text) => `{input}=${text}`),
    ),
    description:
      'A value from the request becomes part of the page in a way that lets it add markup or script. Whoever ' +
      'opens a prepared link runs code of the attacker in this site: it can read the page, act with the ' +
      'session and change what is shown.',
    remediation:
      'Encode values for the place they are written to: HTML text, attribute, script and URL each need their ' +
      'own rules, which template engines apply when their automatic escaping stays on. Put data for script into ' +
      'JSON in a data block, and add a Content Security Policy as a second line.',
    references: [
      'https://cwe.mitre.org/data/definitions/79.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
      'https://html.spec.whatwg.org/multipage/parsing.html',
    ],
  },

  async *run({ input, triage, send, nonce, browser }) {
    const ask = (value: string) => send(input.with(value))
    const proof = await provokeScript(triage.plain, triage.word, {
      ask,
      nonce,
      mostAttempts: MOST_ATTEMPTS,
    })
    if (proof === null) return
    const isSendable = canBeSent(input)
    const isRun =
      isSendable && browser !== undefined && (await runsIn(browser, proof, { input, send, nonce }))
    yield {
      confidence: isRun ? 'confirmed' : isSendable ? 'likely' : 'possible',
      reason: isRun
        ? RAN
        : isSendable
          ? reasonFor(proof.exchange)
          : `${reasonFor(proof.exchange)} An attacker cannot set ${input.kind === 'cookie' ? 'the cookie' : 'this header'} in the browser of a visitor without another flaw.`,
      evidence: {
        exchange: proof.exchange,
        match: proof.found.match,
        note: `\`${input.name}\` puts a call of ${proof.word}() into ${proof.found.how}.`,
      },
    }
  },
})

const canBeSent = ({ kind, name }: Input): boolean =>
  kind !== 'cookie' && (kind !== 'header' || SENDABLE_HEADERS.has(name))
