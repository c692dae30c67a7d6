import { isBlocked } from '../../http/blocked.ts'
import type { Exchange } from '../../http/exchange.ts'
import { onOrigin, type OriginContext, type Sighting } from '../check.ts'
import { answeredAt, timeOf } from '../support/dates.ts'
import { mediaType } from '../support/content.ts'

type Flaw = Readonly<{
  kind: 'no-contact' | 'no-expires' | 'expired'
  note: string
  match: string | null
}>

/** RFC 9116, 3: the first is the place; the second is read for the sake of old files. */
const PATHS = ['/.well-known/security.txt', '/security.txt']
const FIELD = /^(contact|expires)[ \t]*:[ \t]*(\S.*?)[ \t\r]*$/gim
/** RFC 9116, 5.2: more than this is no file of contacts. */
const READ_CHARS = 32 * 1024
const INTERNET_DATE = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/

export default onOrigin({
  meta: {
    id: 'info.securitytxt',
    title: 'No valid security.txt for those who find a flaw',
    category: 'Configuration',
    severity: 'info',
    owasp: 'A02:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-1059',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    maxRequests: PATHS.length,
    oncePer: 'origin',
    profile: 'standard',
    discriminator: 'missing, no-contact, no-expires or expired',
    probes: PATHS.map((path) => `GET ${path}`),
    description:
      'A file security.txt tells those who find a flaw whom to write to. Where it is missing, has no contact, or ' +
      'is past its date, reports get lost or are published instead.',
    remediation:
      'Publish `/.well-known/security.txt` over HTTPS as plain text with at least a Contact field (an address or ' +
      'a form) and an Expires field less than a year ahead, and renew it before that date.',
    references: ['https://www.rfc-editor.org/rfc/rfc9116', 'https://securitytxt.org/'],
  },

  async *run(context) {
    const answers: Exchange[] = []
    for (const path of PATHS) {
      const exchange = await askFor(path, context)
      answers.push(exchange)
      if (!(await isFile(exchange, context))) continue
      yield* flawsOf(exchange).map((flaw) => sighting(exchange, flaw))
      return
    }
    const [first] = answers
    if (first === undefined) return
    if (answers.some(tellsNothing)) return
    yield {
      confidence: 'confirmed',
      reason: 'Both places where the file may be were asked for.',
      discriminator: 'missing',
      location: 'origin',
      evidence: {
        exchange: first,
        match: null,
        note: `There is no security.txt: ${first.response.status} for \`${PATHS[0]}\`, and nothing at \`${PATHS[1]}\`.`,
      },
    }
  },
})

const askFor = (path: string, { origin, send }: OriginContext): Promise<Exchange> =>
  send({ method: 'GET', url: new URL(path, origin), headers: new Headers() })

/** A filter, or a server that is in trouble: the file may be there all the same. */
const tellsNothing = (exchange: Exchange): boolean =>
  isBlocked(exchange) || exchange.response.status >= 500

async function isFile(exchange: Exchange, { looksMissing }: OriginContext): Promise<boolean> {
  const { response } = exchange
  if (response.status !== 200 || mediaType(response) === 'text/html') return false
  return !(await looksMissing(exchange))
}

function flawsOf({ response }: Exchange): readonly Flaw[] {
  const fields = [...response.body.slice(0, READ_CHARS).matchAll(FIELD)].map(
    ([line, name = '', value = '']) => ({ line, name: name.toLowerCase(), value }),
  )
  const flaws: Flaw[] = []
  if (!fields.some(({ name }) => name === 'contact')) {
    flaws.push({ kind: 'no-contact', note: 'The file has no Contact field.', match: null })
  }
  const expires = fields.find(({ name }) => name === 'expires')
  if (expires === undefined || !INTERNET_DATE.test(expires.value)) {
    const note =
      expires === undefined
        ? 'The file has no Expires field.'
        : `The Expires field is no date in the form of RFC 3339: ${expires.value}.`
    return [...flaws, { kind: 'no-expires', note, match: expires?.line ?? null }]
  }
  if (!(timeOf(expires.value) < answeredAt(response))) return flaws
  const note = `The file is past its date, ${expires.value}: nobody can tell whether it still holds.`
  return [...flaws, { kind: 'expired', note, match: expires.line }]
}

const sighting = (exchange: Exchange, { kind, note, match }: Flaw): Sighting => ({
  confidence: 'confirmed',
  reason: 'The file was read by the rules of RFC 9116.',
  discriminator: kind,
  location: 'origin',
  evidence: { exchange, match, note },
})
