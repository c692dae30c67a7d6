import { similarity } from '../../http/compare.ts'
import { failedBy, type Exchange } from '../../http/exchange.ts'
import { onPage, type PageContext, type Sighting } from '../check.ts'
import { isHtml, isSuccess } from '../support/content.ts'

/** Methods that change things: their presence is read from what the server announces, never tried. */
const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
/** An answer this alike to that of a method nobody has meant is the same for every method. */
const SAME_ANSWER = 0.95

export default onPage({
  meta: {
    id: 'api.undocumented_method',
    title: 'API answers to a method that its description does not name',
    category: 'Configuration',
    severity: 'low',
    owasp: 'A01:2025',
    owasp2021: 'A04:2021',
    cwe: 'CWE-1059',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
    // PROPFIND; OPTIONS, and OPTIONS of a path that does not exist.
    maxRequests: 3,
    oncePer: 'path',
    profile: 'standard',
    discriminator: 'get or allow',
    probes: ['GET {path}', 'PROPFIND {path} with Depth: 0', 'OPTIONS {path}', 'OPTIONS {sibling}'],
    description:
      'The path is described, but answers to a method that the description leaves out. What nobody knows of is not ' +
      'reviewed, tested or guarded. Only reading methods are tried; those that change things are shown as possible ' +
      'where the server announces them.',
    remediation:
      'Describe the operation if it is meant to be there, and give it the checks of the others; otherwise answer 405.',
    references: [
      'https://cwe.mitre.org/data/definitions/1059.html',
      'https://owasp.org/API-Security/editions/2023/en/0xa9-improper-inventory-management/',
    ],
  },

  appliesTo: ({ documented }) => documented !== undefined,

  async *run(context) {
    for (const look of [reading, announced]) {
      const sighting = await look(context)
      if (sighting !== null) yield sighting
    }
  },
})

const documentedAt = ({ page }: PageContext): readonly string[] => page.documented ?? []

/** Data came for GET, twice, and neither a path nor a method that nobody has meant gives the same. */
async function reading(context: PageContext): Promise<Sighting | null> {
  const { baseline, looksMissing, page } = context
  if (documentedAt(context).some((method) => method === 'GET' || method === 'HEAD')) return null
  const { first, second } = baseline
  if (![first, second].every(isData) || (await looksMissing(first))) return null
  const other = await ask(context, 'PROPFIND', page.url)
  if (other !== null && similarity(first, other) >= SAME_ANSWER) return null
  return {
    confidence: 'confirmed',
    reason:
      'GET was answered twice with data; a path that does not exist and PROPFIND were answered otherwise.',
    discriminator: 'get',
    location: 'path',
    evidence: {
      exchange: first,
      match: first.response.body.slice(0, 200),
      note: `\`${page.url.pathname}\` answers to GET; its description names ${documentedAt(context).join(', ')} only.`,
    },
  }
}

/** Pages for people, as the form that posts to the same address, are no operation of the API. */
const isData = ({ response }: Exchange): boolean =>
  isSuccess(response) && response.body.trim() !== '' && !isHtml(response)

/** `Allow` of this path, where another path does not get the same list. */
async function announced(context: PageContext): Promise<Sighting | null> {
  const { page, nonce } = context
  const exchange = await ask(context, 'OPTIONS', page.url)
  if (exchange === null) return null
  const said = exchange.response.headers.get('allow') ?? ''
  const methods = said.toUpperCase().split(/[\s,]+/)
  const extra = CHANGING.filter(
    (method) => methods.includes(method) && !documentedAt(context).includes(method),
  )
  if (extra.length === 0) return null
  const sibling = new URL(nonce(), page.url)
  const control = await ask(context, 'OPTIONS', sibling)
  if (control === null || control.response.headers.get('allow') === said) return null
  return {
    confidence: 'possible',
    reason:
      'The server announces the methods for this path; whether it acts on them was not tried.',
    discriminator: 'allow',
    location: 'response',
    evidence: {
      exchange,
      match: said,
      note: `OPTIONS of \`${page.url.pathname}\` announces ${extra.join(', ')}, which its description does not name.`,
    },
  }
}

/** Null where the runtime cannot send the method, or a firewall drops the connection: refused, too. */
async function ask({ send }: PageContext, method: string, url: URL): Promise<Exchange | null> {
  const headers = new Headers(method === 'PROPFIND' ? { depth: '0' } : {})
  try {
    return await send({ method, url, headers })
  } catch (error) {
    if (failedBy(error, ['unreachable'])) return null
    throw error
  }
}
