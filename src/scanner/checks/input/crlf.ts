import { failedBy, type Exchange, type ProbeFailure } from '../../http/exchange.ts'
import { CRLF_CONTROL, CRLF_PAYLOADS } from '../../payloads/headers.ts'
import { onInput, type InputContext } from '../check.ts'
import { fill } from '../support/fill.ts'

type Attempt = Readonly<{ exchange: Exchange; name: string; word: string; isParsed: boolean }>

/** Shorter values stand in headers by chance. */
const LEAST_VALUE = 3
const UNREADABLE: readonly ProbeFailure[] = ['unreachable', 'transport', 'malformed_answer']

export default onInput({
  meta: {
    id: 'crlf',
    title: 'Line breaks in a value add response headers',
    category: 'Injection',
    severity: 'medium',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-113',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    // Every spelling, the one that worked again, and the same without a line break.
    maxRequests: CRLF_PAYLOADS.length + 2,
    oncePer: 'input',
    profile: 'gate',
    probes: CRLF_PAYLOADS.map(
      (text) => `{input}=${text.replaceAll('\r', '%0d').replaceAll('\n', '%0a')}`,
    ),
    description:
      'A value from the request is written into a header of the answer with the line breaks in it, so that what ' +
      'stands behind them is a header of its own. A prepared link can set cookies, switch protection off or ' +
      'make a cache keep a forged answer.',
    remediation:
      'Refuse values with control characters before they get into a header, after the last decoding, and set ' +
      'headers by the functions of the framework, which refuse line breaks by themselves.',
    references: [
      'https://cwe.mitre.org/data/definitions/113.html',
      'https://owasp.org/www-community/attacks/HTTP_Response_Splitting',
      'https://www.rfc-editor.org/rfc/rfc9110#section-5.5',
    ],
  },

  // A header that is sent cannot hold what this needs.
  appliesTo: ({ kind }) => kind !== 'header',

  async *run(context) {
    if (!reachesHeaders(context)) return
    for (const payload of CRLF_PAYLOADS) {
      const attempt = await attemptWith(payload, context)
      if (attempt?.isParsed !== true) continue
      const again = (await attemptWith(payload, context))?.isParsed === true
      if ((await attemptWith(CRLF_CONTROL, context))?.isParsed === true) return
      yield {
        confidence: again ? 'confirmed' : 'likely',
        reason: again
          ? 'Two made-up headers, new for each request, were parsed as headers of the answers; without the line break none was.'
          : 'A made-up header was parsed as a header of the answer; a second one was not.',
        evidence: {
          exchange: attempt.exchange,
          match: attempt.word,
          note: `\`${context.input.name}\` adds the header \`${attempt.name}: ${attempt.word}\` to the answer.`,
        },
      }
      return
    }
  },
})

/** Values that stand in no header of the answer cannot break one. */
function reachesHeaders({ input, baseline, triage }: InputContext): boolean {
  const { value } = input
  return (
    isInHeaders(triage.plain, triage.word) ||
    isInHeaders(triage.broken, triage.brokenWord) ||
    (value.length >= LEAST_VALUE && isInHeaders(baseline.first, value))
  )
}

const isInHeaders = ({ response }: Exchange, text: string): boolean =>
  [...response.headers.values()].some((value) => value.includes(text))

/** Null where the answer could not be read: half a line break makes it no HTTP at all. */
async function attemptWith(
  payload: string,
  { input, send, nonce }: InputContext,
): Promise<Attempt | null> {
  const [name, word] = [nonce(), nonce()]
  try {
    const exchange = await send(input.with(fill(payload, { value: input.value, name, word })))
    // What the site writes behind the value, the attributes of a cookie say, stands behind the word.
    const isParsed = exchange.response.headers.get(name)?.trim().startsWith(word) === true
    return { exchange, name, word, isParsed }
  } catch (error) {
    if (failedBy(error, UNREADABLE)) return null
    throw error
  }
}
