import type { Answer } from './e2e-http.ts'

/** Answers of one site by path: its pages, `/site.js`, `/site.css`, security.txt, and a 404. */
export type Visit = Readonly<{ url: string; answers: ReadonlyMap<string, Answer> }>
/** Whether a site has a weakness, by the rules that browsers follow. */
export type Rule = (visit: Visit) => boolean

const answersOf = ({ answers }: Visit): readonly Answer[] => [...answers.values()]
const isPage = ({ headers }: Answer): boolean =>
  headers['content-type']?.startsWith('text/html') ?? false
const pagesOf = (visit: Visit): readonly Answer[] => answersOf(visit).filter(isPage)

/** The values of a header, in their order; Node joins what was sent several times. */
const valuesOf = ({ headers }: Answer, name: string): readonly string[] =>
  String(headers[name] ?? '')
    .split(',')
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== '')

const withoutComments = (markup: string): string => markup.replace(/<!--[^]*?-->/g, '')
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
const tagsOf = (markup: string, name: string): readonly string[] =>
  withoutComments(markup).match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []

const meta = (markup: string, name: string): string | undefined =>
  tagsOf(markup, 'meta')
    .filter((tag) => attribute(tag, 'name') === name)
    .map((tag) => attribute(tag, 'content') ?? '')[0]

const REFERRERS = new Set(
  'no-referrer no-referrer-when-downgrade origin origin-when-cross-origin same-origin strict-origin strict-origin-when-cross-origin unsafe-url'.split(
    ' ',
  ),
)
const referrerOf = (page: Answer): string | undefined =>
  meta(page.body, 'referrer') ??
  valuesOf(page, 'referrer-policy').findLast((value) => REFERRERS.has(value))

/** A dictionary of RFC 9651; null when it is none. */
function permissionsOf(page: Answer): ReadonlyMap<string, string> | null {
  const items = valuesOf(page, 'permissions-policy')
  const members = items.map((item) => /^([a-z-]+)=(\*|self|\([^;']*\))$/.exec(item))
  if (members.length === 0 || members.includes(null)) return null
  return new Map(members.map((member) => [member?.[1] ?? '', member?.[2] ?? '']))
}

type Policy = ReadonlyMap<string, readonly string[]>
const policiesOf = (page: Answer): readonly Policy[] =>
  valuesOf(page, 'content-security-policy').map(
    (policy) =>
      new Map(
        policy.split(';').map((directive) => {
          const [name = '', ...sources] = directive.trim().split(/\s+/)
          return [name, sources]
        }),
      ),
  )

function runsForeignScripts(policy: Policy): boolean {
  const sources = policy.get('script-src') ?? policy.get('default-src')
  if (sources === undefined) return true
  const isStrict = sources.some((source) => /^'(nonce|sha\d+)-/.test(source))
  return sources.some(
    (source) =>
      (source === "'unsafe-inline'" && !isStrict) ||
      (/^(https?:|data:|\*)$/.test(source) && !sources.includes("'strict-dynamic'")),
  )
}

/** HTML, "X-Frame-Options"; CSP 3, "frame-ancestors". */
function mayBeFramed(page: Answer): boolean {
  const ancestors = policiesOf(page).flatMap((policy) => {
    const sources = policy.get('frame-ancestors')
    return sources === undefined ? [] : [sources]
  })
  if (ancestors.length > 0) return ancestors.every((sources) => sources.includes('*'))
  const options = new Set(valuesOf(page, 'x-frame-options'))
  const [only] = options
  if (options.size > 1) return !['deny', 'allowall', 'sameorigin'].some((word) => options.has(word))
  return only !== 'deny' && only !== 'sameorigin'
}

type Cookie = Readonly<{ name: string; value: string; attributes: ReadonlyMap<string, string> }>
const cookiesOf = (visit: Visit): readonly Cookie[] =>
  answersOf(visit).flatMap(({ headers }) =>
    (headers['set-cookie'] ?? []).map((line) => {
      const [pair = '', ...rest] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      const attributes = rest.map((part): [string, string] => {
        const [key = '', text = ''] = part.trim().toLowerCase().split('=')
        return [key, text]
      })
      return { name, value, attributes: new Map(attributes) }
    }),
  )
const isSession = ({ name }: Cookie): boolean => /sess|\.sid$/i.test(name)
const staysAtHome = ({ attributes }: Cookie): boolean =>
  ['lax', 'strict'].includes(attributes.get('samesite') ?? '')

const hasVersion = (text: string | undefined): boolean => /\d+\.\d+/.test(text ?? '')
const HASH_CHARS: Readonly<Record<string, number>> = { sha256: 44, sha384: 64, sha512: 88 }
function isChecked(tag: string): boolean {
  const hashes = (attribute(tag, 'integrity') ?? '').split(/\s+/).map((hash) => hash.split('-'))
  return hashes.some(([name = '', sum = '']) => HASH_CHARS[name] === sum.length)
}

const isForeign = (reference: string, base: string): boolean =>
  new URL(reference, base).origin !== new URL(base).origin

/** Forms that ask for passwords or for a person's data, and every place they may be sent to. */
function leaksForm(page: Answer, url: string): boolean {
  const [base = ''] = tagsOf(page.body, 'base').map((tag) => attribute(tag, 'href') ?? '')
  const forms = withoutComments(page.body).match(/<form\b[^]*?<\/form>/g) ?? []
  return forms.some((form) => {
    const isPersonal = /type="password"|name="card_number"/.test(form)
    const isGet = (attribute(form, 'method') ?? 'get').toLowerCase() === 'get'
    const targets = [attribute(form, 'action') ?? '', attribute(form, 'formaction') ?? '']
      .filter((target) => target !== '')
      .map((target) => new URL(target, new URL(base, url)))
    const isPlain = targets.some(
      (target) => target.protocol === 'http:' && isForeign(target.href, url),
    )
    return isPersonal && (isGet || isPlain)
  })
}

export const RULES: Readonly<Record<string, Rule>> = {
  'header.nosniff': (visit) =>
    answersOf(visit).some((answer) => valuesOf(answer, 'x-content-type-options')[0] !== 'nosniff'),
  'header.referrer': (visit) =>
    pagesOf(visit).some((page) =>
      ['unsafe-url', 'no-referrer-when-downgrade'].includes(referrerOf(page) ?? ''),
    ),
  'header.permissions': (visit) =>
    pagesOf(visit).some((page) => {
      const permissions = permissionsOf(page)
      return permissions === null || permissions.get('camera') === '*'
    }),
  'header.cross_origin': (visit) =>
    pagesOf(visit).some((page) => {
      const opener = valuesOf(page, 'cross-origin-opener-policy')[0]?.split(';')[0] ?? ''
      const resource = valuesOf(page, 'cross-origin-resource-policy')[0] ?? ''
      return (
        !['same-origin', 'same-origin-allow-popups'].includes(opener) &&
        !['same-origin', 'same-site'].includes(resource)
      )
    }),
  clickjacking: (visit) => pagesOf(visit).some(mayBeFramed),
  'csp.policy': (visit) =>
    pagesOf(visit).some((page) => policiesOf(page).every(runsForeignScripts)),
  'cookie.session': (visit) =>
    cookiesOf(visit).some(
      (cookie) =>
        isSession(cookie) &&
        cookie.value !== '' &&
        !(cookie.attributes.has('httponly') && staysAtHome(cookie)),
    ),
  'cookie.other': (visit) =>
    cookiesOf(visit).some((cookie) => !isSession(cookie) && !staysAtHome(cookie)),
  'info.server': (visit) =>
    pagesOf(visit).some(({ headers, body }) =>
      ['server', 'x-powered-by', 'x-aspnet-version', 'x-generator']
        .map((name) => String(headers[name] ?? ''))
        .concat(meta(body, 'generator') ?? '')
        .some(hasVersion),
    ),
  'sri.integrity': (visit) =>
    pagesOf(visit).some(({ body }) =>
      tagsOf(body, 'script')
        .filter((tag) => isForeign(attribute(tag, 'src') ?? '', visit.url))
        .some((tag) => !isChecked(tag)),
    ),
  'https.form': (visit) => pagesOf(visit).some((page) => leaksForm(page, visit.url)),
  'info.securitytxt': ({ answers }) => {
    const file = answers.get('/.well-known/security.txt')
    const expires = /^expires: (\S+)/im.exec(file?.body ?? '')?.[1] ?? ''
    const isGood = file?.status === 200 && !isPage(file) && /^contact: \S/im.test(file.body)
    return !(isGood && Date.parse(expires) > Date.now())
  },
}
