import type { Exchange } from '../../http/exchange.ts'
import {
  HARMLESS_PLACES,
  REDIRECT_NAMES,
  REDIRECT_PAYLOADS,
  REDIRECT_VALUES,
} from '../../payloads/redirects.ts'
import { onInput, type Input, type InputContext, type Sighting } from '../check.ts'
import { isRedirect, quoted } from '../support/content.ts'
import {
  followedDestinations,
  offeredDestinations,
  scriptedDestinations,
  type Destination,
} from '../support/destination.ts'
import { fill } from '../support/fill.ts'

const LINKED: ReadonlySet<Input['kind']> = new Set(['query', 'form', 'multipart', 'path'])

type Payload = (typeof REDIRECT_PAYLOADS)[number]
type Attempt = Readonly<{ exchange: Exchange; host: string; hit: Destination | null }>

export default onInput({
  meta: {
    id: 'redirect.open',
    title: 'Open redirect',
    category: 'Access control',
    severity: 'medium',
    owasp: 'A01:2025',
    owasp2021: 'A01:2021',
    cwe: 'CWE-601',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    // The harmless places, every spelling, and the one that worked again.
    maxRequests: HARMLESS_PLACES.length + REDIRECT_PAYLOADS.length + 1,
    oncePer: 'input',
    profile: 'gate',
    probes: [
      ...HARMLESS_PLACES.map((text) => `{input}=${text}`),
      ...REDIRECT_PAYLOADS.map(({ text }) => `{input}=${text}`),
    ],
    description:
      'A value from the request decides which host the browser is sent to. A link that starts with the ' +
      'address of this site then ends on any other, which makes phishing credible and can hand over login ' +
      'codes and tokens that are passed on with a redirect.',
    remediation:
      'Accept only paths of your own site: parse the value with the URL parser that browsers use, compare the ' +
      'origin with your own, and redirect to the path of the parsed URL. For other hosts keep a fixed list.',
    references: [
      'https://cwe.mitre.org/data/definitions/601.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Unvalidated_Redirects_and_Forwards_Cheat_Sheet.html',
      'https://url.spec.whatwg.org/#url-parsing',
    ],
  },

  // Nobody can be sent on by a link or form of another site whose value stands elsewhere.
  appliesTo: ({ kind }) => LINKED.has(kind),

  async *run(context) {
    const { input, triage } = context
    const isNamed = isNamedSo(input, context.baseline.first)
    const isDeciding =
      decides(triage.plain, triage.word) ||
      isFollowed(context) ||
      (isNamed && (await isSentOn(context)))
    if (!isNamed && !isDeciding) return

    let offered: Sighting | null = null
    // Of a value that decides nothing one spelling tells whether it is a link.
    for (const payload of isDeciding ? REDIRECT_PAYLOADS : REDIRECT_PAYLOADS.slice(0, 1)) {
      const attempt = await attemptWith(payload, context)
      if (attempt.hit !== null) {
        const again = await attemptWith(payload, context)
        yield judge(input, attempt, attempt.hit, again.hit !== null)
        return
      }
      offered ??= offer(input, attempt)
    }
    if (offered !== null) yield offered
  },
})

/** True when the recorded value is where the unchanged request leads to. */
function isFollowed({ input, baseline }: InputContext): boolean {
  const meant = input.value.length > 1 ? URL.parse(input.value, input.request.url.href) : null
  return followedDestinations(baseline.first).some(({ url }) => url.href === meant?.href)
}

/** The host that a list of allowed ones holds: that of the recorded value, else the site's own. */
const trustedUrl = ({ value, request }: Input): URL =>
  /^https?:\/\//i.test(value) ? (URL.parse(value) ?? request.url) : request.url

/** True when a place of the site itself becomes the destination. */
async function isSentOn({ input, send, nonce }: InputContext): Promise<boolean> {
  const { protocol, host } = trustedUrl(input)
  for (const place of HARMLESS_PLACES) {
    const word = nonce()
    const calm = await send(input.with(fill(place, { word, scheme: protocol, own: host })))
    if (decides(calm, word)) return true
  }
  return false
}

/** True when the name or the recorded value says that this is a place to go. */
function isNamedSo({ name, value }: Input, baseline: Exchange): boolean {
  if (REDIRECT_NAMES.test(name) || REDIRECT_VALUES.test(value)) return true
  const location = isRedirect(baseline.response) ? baseline.response.headers.get('location') : null
  return location !== null && value.length > 3 && location.startsWith(value)
}

/** True when the value moved the destination itself, not just the query of one's own host. */
const decides = (exchange: Exchange, word: string): boolean =>
  [
    ...followedDestinations(exchange),
    ...offeredDestinations(exchange, word).filter(({ by }) => by !== 'link'),
  ].some(({ url }) => `${url.host}${url.pathname}`.includes(word))

async function attemptWith(
  payload: Payload,
  { input, send, nonce }: InputContext,
): Promise<Attempt> {
  const { host: own, hostname: name } = trustedUrl(input)
  const { protocol } = input.request.url
  const other = protocol === 'https:' ? 'http:' : 'https:'
  const word = nonce()
  const values = { word, host: `${word}.example`, own, name, scheme: protocol, other }
  const exchange = await send(input.with(fill(payload.text, values)))
  const host = fill(payload.arrives, values)
  const reached = [...followedDestinations(exchange), ...scriptedDestinations(exchange, word)]
  const hit = reached.find(({ url }) => arrivesAt(url, host)) ?? null
  return { exchange, host, hit }
}

const arrivesAt = (url: URL, host: string): boolean =>
  /^https?:$/.test(url.protocol) && url.hostname === host

function judge(
  { name }: Input,
  { exchange, host }: Attempt,
  hit: Destination,
  again: boolean,
): Sighting {
  return {
    ...(hit.by === 'script' ? SCRIPTED : SENT)[again ? 'twice' : 'once'],
    evidence: {
      exchange,
      match: quoted(exchange, hit.text, host),
      note: `\`${name}\` sends the browser to ${host} by ${hit.by}.`,
    },
  }
}

type Verdicts = Readonly<Record<'once' | 'twice', Pick<Sighting, 'confidence' | 'reason'>>>
const SENT: Verdicts = {
  twice: {
    confidence: 'confirmed',
    reason: 'Two made-up hosts, new for each request, were reached one after the other.',
  },
  once: {
    confidence: 'likely',
    reason: 'A made-up host was reached once; a second one was not.',
  },
}
const SCRIPTED: Verdicts = {
  twice: {
    confidence: 'likely',
    reason:
      'A script of the page goes to two made-up hosts, new for each request, without a condition; no browser has run it.',
  },
  once: {
    confidence: 'possible',
    reason: 'A script of the page went to a made-up host once, and not a second time.',
  },
}

/** A link, a script or an answer for one that would lead there: for a reader to judge. */
function offer({ name }: Input, { exchange, host }: Attempt): Sighting | null {
  const hit = offeredDestinations(exchange, host).find(({ url }) => arrivesAt(url, host))
  if (hit === undefined) return null
  return {
    confidence: 'possible',
    reason: `The address stands in a ${hit.by}; whether it is followed was not seen.`,
    evidence: {
      exchange,
      match: quoted(exchange, hit.text, host),
      note: `\`${name}\` becomes the address of a ${hit.by} to ${host}.`,
    },
  }
}
