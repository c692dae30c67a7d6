import type { Exchange } from '../../http/exchange.ts'
import { XSS_PAYLOADS } from '../../payloads/xss.ts'
import { onInput, type InputContext } from '../check.ts'
import { blocksInlineScript } from '../support/csp.ts'
import { documentKind, findExecution, type Execution } from '../support/execution.ts'
import { fill } from '../support/fill.ts'
import { findReflections, type Reflection } from '../support/reflections.ts'

type Attempt = Readonly<{
  payload: string
  close: string
  word: string
  exchange: Exchange
  found: Execution | null
}>

const MAX_REFLECTIONS = 5
const MAX_ATTEMPTS = 24
/** How a bracket or quote looks once encoded for HTML, script or URLs. */
const ENCODED = String.raw`(?:&(?:lt|quot|apos|#\w+);|\\[ux"']|%[23])`

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
    // A plain word, the attempts, the one that worked again, and a control of the same length.
    maxRequests: 1 + MAX_ATTEMPTS + 2,
    oncePer: 'input',
    profile: 'gate',
    probes: [
      '{input}={nonce}',
      ...Object.values(XSS_PAYLOADS).flatMap(({ direct }) =>
        direct.slice(0, 1).map((text) => `{input}=${text}`),
      ),
    ],
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

  async *run(context) {
    const { input, send, nonce } = context
    const word = nonce()
    const plain = await send(input.with(word))
    const kind = documentKind(plain)
    if (kind === null) return
    const places = findReflections(plain.response.body, word, { xml: kind === 'xml' })
    let attempts = 0
    for (const place of places.slice(0, MAX_REFLECTIONS)) {
      for await (const attempt of attemptsAt(place, context)) {
        attempts += 1
        if (attempt.found !== null && (await holds(attempt, context))) {
          yield {
            confidence: 'likely',
            reason: reasonFor(attempt.exchange),
            evidence: {
              exchange: attempt.exchange,
              match: attempt.found.match,
              note: `\`${input.name}\` puts a call of ${attempt.word}() into ${attempt.found.how}.`,
            },
          }
          return
        }
        if (attempt.found !== null || attempts >= MAX_ATTEMPTS) return
      }
    }
  },
})

/** Sends what fits the place. What became of the first payload decides about the others. */
async function* attemptsAt(
  { context: place, close, isNested }: Reflection,
  context: InputContext,
): AsyncIterable<Attempt> {
  const { opener, direct, disguised } = XSS_PAYLOADS[place]
  const [first = '', ...others] = direct
  const attempt = await attemptWith(first, close, context)
  yield attempt
  const body = attempt.exchange.response.body.toLowerCase()
  const survives =
    opener === null || isNested || body.includes(fill(opener, { m: attempt.word, close }))
  const isEncoded = !survives && new RegExp(`${attempt.word}${ENCODED}`).test(body)
  // Filters that remove some elements let others pass; encoders spare none.
  const rest = survives ? others : isEncoded ? disguised : [...others, ...disguised]
  for (const payload of rest) yield await attemptWith(payload, close, context)
}

async function attemptWith(
  payload: string,
  close: string,
  { input, send, nonce }: InputContext,
): Promise<Attempt> {
  const word = nonce()
  const exchange = await send(input.with(fill(payload, { m: word, close })))
  return { payload, close, word, exchange, found: findExecution(exchange, word) }
}

/** A second nonce does the same, and a word of letters only, as long as the payload, does not. */
async function holds({ payload, close, word }: Attempt, context: InputContext): Promise<boolean> {
  const again = await attemptWith(payload, close, context)
  if (again.found === null) return false
  const letters = context.nonce().replace(/[^a-z]/g, 'z')
  const control = letters.padEnd(fill(payload, { m: word, close }).length, 'z')
  return findExecution(await context.send(context.input.with(control)), letters) === null
}

function reasonFor(exchange: Exchange): string {
  const blocked = blocksInlineScript(exchange)
    ? ' The Content Security Policy of the page blocks inline script, so an attack needs a way around it.'
    : ''
  return (
    'Two answers, parsed as a browser does, call a made-up function outside of text and strings, a plain ' +
    `value of the same length does not; no browser has run it.${blocked}`
  )
}
