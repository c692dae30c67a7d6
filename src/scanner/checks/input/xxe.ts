import type { Exchange, HttpRequest } from '../../http/exchange.ts'
import { REFUSES_DOCTYPE, XML_ERRORS, XML_NAMES, XXE_DOCTYPE } from '../../payloads/xxe.ts'
import { onInput, type Input, type InputContext, type Sighting } from '../check.ts'
import { fill } from '../support/fill.ts'
import { rootOf, withDoctype, xmlOfJson } from '../support/xml-document.ts'

/** A document with a reference in place of the input; `word` stands where the reference goes. */
type Carrier = Readonly<{ how: string; write(word: string, change: Change): HttpRequest }>
type Change = (document: string) => string
type Attempt = Readonly<{ exchange: Exchange; joined: string; shows: boolean }>

const TEXT_KINDS: ReadonlySet<Input['kind']> = new Set(['query', 'form', 'multipart', 'cookie'])

export default onInput({
  meta: {
    id: 'xxe',
    title: 'The XML parser expands entities of the request',
    category: 'Injection',
    severity: 'high',
    owasp: 'A02:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-611',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:L',
    // The document, again with other words, and without the reference.
    maxRequests: 3,
    oncePer: 'input',
    profile: 'gate',
    probes: [`{input} as &{whole}; in a document with ${XXE_DOCTYPE}`],
    description:
      'The application reads XML from the request with a parser that takes document types and expands their ' +
      'entities. With entities that name files or addresses such a parser often hands out files of the server ' +
      'and sends requests into its network.',
    remediation:
      'Switch document types off in the XML parser, or at least entities and everything external, and set its ' +
      'limits on expansion. Where clients send JSON, accept no XML.',
    references: [
      'https://cwe.mitre.org/data/definitions/611.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/XML_External_Entity_Prevention_Cheat_Sheet.html',
      'https://www.w3.org/TR/xml/#sec-internal-ent',
    ],
  },

  appliesTo: (input) => carrierOf(input) !== null,

  async *run(context) {
    const carrier = carrierOf(context.input)
    if (carrier === null) return
    const first = await attemptWith(carrier, true, context)
    if (!first.shows) {
      const sighting = complaint(first.exchange, context)
      if (sighting !== null) yield sighting
      return
    }
    const again = await attemptWith(carrier, true, context)
    const control = await attemptWith(carrier, false, context)
    if (!again.shows || control.shows) return
    yield {
      confidence: 'likely',
      reason:
        'Twice an entity of the request was put together by the parser, from words that stand apart in the request; without the reference nothing was. Whether it also loads external entities was not tried.',
      evidence: {
        exchange: first.exchange,
        match: first.joined,
        note: `The parser behind \`${context.input.name}\`${carrier.how} expands entities of the request: the answer holds \`${first.joined}\`, which the request does not.`,
      },
    }
  },
})

function carrierOf(input: Input): Carrier | null {
  const { kind, name, value, request } = input
  if (kind === 'xml') {
    const isDocument = rootOf(request.body ?? '') !== null
    return isDocument
      ? { how: '', write: (word, change) => inBody(input.with(word), change) }
      : null
  }
  if (kind === 'json') {
    const write = (word: string, change: Change) => {
      const { body = '', ...rest } = input.with(word)
      const headers = new Headers(rest.headers)
      headers.set('content-type', 'application/xml')
      return inBody({ ...rest, headers, body: xmlOfJson(body) ?? '' }, change)
    }
    const isObject = xmlOfJson(request.body ?? '') !== null
    return isObject ? { how: ', sent as XML,', write } : null
  }
  if (!TEXT_KINDS.has(kind) || !(XML_NAMES.test(name) || rootOf(value) !== null)) return null
  return { how: '', write: (word, change) => input.with(change(documentWith(value, word))) }
}

const inBody = ({ body = '', ...request }: HttpRequest, change: Change): HttpRequest => ({
  ...request,
  body: change(body),
})

/** The recorded document with the word in place of its first text. */
function documentWith(value: string, word: string): string {
  if (rootOf(value) === null) return `<?xml version="1.0"?><data>${word}</data>`
  const changed = value.replace(/>[^<>]{1,2000}<\//, `>${word}</`)
  return changed === value ? value.replace(/><\//, `>${word}</`) : changed
}

/** `refers`: the entity is used; else it is only named, in the same length. */
async function attemptWith(
  carrier: Carrier,
  refers: boolean,
  { send, nonce }: InputContext,
): Promise<Attempt> {
  const [word, part, whole, left, right] = [nonce(), nonce(), nonce(), nonce(), nonce()]
  const request = carrier.write(word, (document) => {
    const root = rootOf(document)?.name ?? ''
    const doctype = fill(XXE_DOCTYPE, { root, part, whole, left, right })
    const reference = refers ? `&${whole};` : `(${whole})`
    return withDoctype(
      document.replace(word, () => reference),
      doctype,
    )
  })
  const exchange = await send(request)
  const joined = `${left}${right}`
  return { exchange, joined, shows: exchange.response.body.includes(joined) }
}

/** A parser that tells what it could not read does read what is sent. */
function complaint(exchange: Exchange, { input, baseline, triage }: InputContext): Sighting | null {
  const { body } = exchange.response
  if (REFUSES_DOCTYPE.test(body)) return null
  const usual = [baseline.first, triage.plain]
  const error = XML_ERRORS.find(
    (pattern) => pattern.test(body) && !usual.some(({ response }) => pattern.test(response.body)),
  )
  const match = error?.exec(body)?.[0]
  if (match === undefined) return null
  return {
    confidence: 'possible',
    reason:
      'The error of an XML parser came back for a document with entities, and not for plain values.',
    evidence: {
      exchange,
      match,
      note: `\`${input.name}\` reaches an XML parser, which shows its errors.`,
    },
  }
}
