import { createHash } from 'node:crypto'

import type { CvssVector } from '../../../report/finding.ts'
import { pageOf, type PageKind } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { passive, type Sighting } from '../check.ts'
import { isSuccess } from '../support/content.ts'
import { answeredAt } from '../support/dates.ts'
import { providerKeys, surroundings } from '../support/provider-keys.ts'
import type { SecretText } from '../support/secret-text.ts'
import { secretTexts } from '../support/secret-texts.ts'
import { isShownAsExample } from '../support/shown-as-example.ts'

const KINDS: ReadonlySet<PageKind> = new Set(['html', 'script', 'json', 'xml', 'text'])
/** JSON and XML answer the one who asked: a token in them may be the visitor's own. */
const STATIC: ReadonlySet<PageKind> = new Set(['html', 'script'])
const MOST_SECRETS = 20
const HASH_CHARS = 8

const GRADES: Readonly<Record<SecretText['grade'], CvssVector>> = {
  high: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  medium: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  low: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
}

export default passive({
  meta: {
    id: 'secret.in_client',
    title: 'Secret is readable in what the site sends',
    category: 'Information disclosure',
    severity: 'high',
    owasp: 'A07:2025',
    owasp2021: 'A07:2021',
    cwe: 'CWE-798',
    cvss: GRADES.high,
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'kind of the secret and eight hex digits of its SHA-256',
    probes: [
      'reads pages, scripts and data for keys, tokens, private keys and passwords in addresses',
    ],
    description:
      'A page, a script or data that anybody can fetch holds a secret: a key of a provider, a token, a ' +
      'private key, or an address with a password. Whoever reads it can use the service behind it as its ' +
      'owner would. The secret was not tried.',
    remediation:
      'Revoke the secret and make a new one, as it must count as known. Keep secrets on the server, give ' +
      'them to it by its environment, and let pages ask your own backend. Look for other uses in the logs.',
    references: [
      'https://cwe.mitre.org/data/definitions/798.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html',
    ],
  },

  appliesTo: (exchange) =>
    isSuccess(exchange.response) &&
    exchange.response.body !== '' &&
    KINDS.has(pageOf(exchange).kind),

  run(exchange) {
    const { body } = exchange.response
    const own = secretTexts(body, answeredAt(exchange.response))
    const around = surroundings(body)
    // Nearly every answer ends here, without anything to wait for.
    return around === '' ? sightingsOf(exchange, own) : withProviders(exchange, own, around)
  },
})

async function* withProviders(
  exchange: Exchange,
  own: readonly SecretText[],
  around: string,
): AsyncIterable<Sighting> {
  const provided = await providerKeys(around)
  yield* sightingsOf(exchange, [...own, ...provided])
}

function* sightingsOf(exchange: Exchange, found: readonly SecretText[]): Iterable<Sighting> {
  const seen = new Set<string>()
  for (const secret of found) {
    if (seen.has(secret.text) || seen.size >= MOST_SECRETS || isOwn(secret, exchange)) continue
    seen.add(secret.text)
    yield sighting(exchange, secret)
  }
}

function sighting(exchange: Exchange, found: SecretText): Sighting {
  const { kind, what, text, secret, grade } = found
  const { body } = exchange.response
  const isExample =
    pageOf(exchange).kind === 'html' && isShownAsExample(body, body.indexOf(text), text.length)
  return {
    confidence: isExample ? 'possible' : found.confidence,
    reason: isExample ? 'The page shows it as an example in a longer text.' : found.reason,
    discriminator: `${kind}:${hashOf(text)}`,
    location: 'response',
    cvss: GRADES[grade],
    secrets: [secret],
    evidence: { exchange, match: text, note: `The answer holds a ${what}.` },
  }
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HASH_CHARS)

/** What the scanner sent itself, and tokens that an answer gives to the one who asked. */
function isOwn({ kind, text }: SecretText, exchange: Exchange): boolean {
  if (kind === 'jwt' && !STATIC.has(pageOf(exchange).kind)) return true
  const { request } = exchange
  return [request.url.href, request.body ?? '', ...request.headers.values()].some((sent) =>
    sent.includes(text),
  )
}
