import { isStable } from '../../http/baseline.ts'
import { isBlocked } from '../../http/blocked.ts'
import type { Exchange } from '../../http/exchange.ts'
import { CODE_PAYLOADS, type CodePayload } from '../../payloads/code.ts'
import { onInput, type InputContext } from '../check.ts'
import { compute, factors, judged, type Sum } from '../support/computed.ts'
import { fill } from '../support/fill.ts'
import { makeOracle, readTriage } from '../support/oracle.ts'

export default onInput({
  meta: {
    id: 'code.eval',
    title: 'Code injection: a value is evaluated as program code',
    category: 'Injection',
    severity: 'critical',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-95',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    // Every payload once; of the one that is evaluated another one and a control.
    maxRequests: CODE_PAYLOADS.length + 2,
    oncePer: 'input',
    profile: 'gate',
    probes: CODE_PAYLOADS.map(({ template }) => `{input}=${template}`),
    description:
      'A value from the request is handed to eval or the like, alone or inside a text, and runs as code of the ' +
      'application. Tried are JavaScript, PHP, Perl, Python and Ruby, by code that joins texts: a calculator ' +
      'for numbers does not do that. Code on the server reads and changes all that the application can.',
    remediation:
      'Do not evaluate text from requests: parse JSON with a JSON parser, look up names in a table of what is ' +
      'allowed, and calculate with a parser for formulas that knows numbers and operators only.',
    references: [
      'https://cwe.mitre.org/data/definitions/95.html',
      'https://owasp.org/www-community/attacks/Code_Injection',
      'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/eval',
    ],
  },

  async *run(context) {
    if (isIndifferent(context)) return
    for (const payload of CODE_PAYLOADS) {
      const computed = await compute(() => sumOf(payload, context), context)
      if (computed === 'nothing') continue
      if (computed === 'contradicted') return
      yield {
        ...judged(`an interpreter of ${payload.language}`, computed),
        evidence: {
          exchange: computed.exchange,
          match: computed.result.text,
          note: `\`${context.input.name}\` is evaluated as code of ${payload.language}: the answer shows the text that it joined.`,
        },
      }
      return
    }
  },
})

/**
 * The recorded value, a word and odd characters give the same page but for the value: as code they
 * would give a result and two errors.
 */
function isIndifferent(context: InputContext): boolean {
  const { baseline, triage } = context
  if (isBlocked(triage.plain)) return true
  if (!isStable(baseline) || isChokedOn(triage)) return false
  const oracle = makeOracle(context)
  const { plain, broken } = readTriage(context, oracle)
  return plain.is === 'usual' && oracle.areAlike(plain, broken)
}

function sumOf({ template, call }: CodePayload, { input, random }: InputContext): Sum {
  const { product, ...numbers } = factors(random)
  const [a, b] = [String(random(1001, 9999)), String(random(1001, 9999))]
  const payload = fill(template, { value: input.value, a, b, ...numbers })
  return {
    payload,
    results: [{ text: `${a}${product}${b}` }],
    control: payload.replaceAll(call, Array.from(call).toReversed().join('')),
  }
}

/** The plain word came back, and the one among odd characters did not: code that fails may print nothing. */
const isChokedOn = ({ word, plain, brokenWord, broken }: InputContext['triage']): boolean =>
  shows(plain, word) && !shows(broken, brokenWord)

const shows = ({ response }: Exchange, word: string): boolean => response.body.includes(word)
