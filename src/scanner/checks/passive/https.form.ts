import type { CvssVector, CweId } from '../../../report/finding.ts'
import { extractForms, type Form } from '../../crawl/forms.ts'
import type { HtmlElement } from '../../crawl/html.ts'
import { pageOf } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Confidence } from '../../../report/severity.ts'
import { passive, type Sighting } from '../check.ts'
import { isSuccess, quoted } from '../support/content.ts'
import { READ } from '../support/grades.ts'
import { isPublicName } from '../support/hosts.ts'

type Kind = 'password' | 'personal' | 'downgrade' | 'get'
type Flaw = Readonly<{
  kind: Kind
  field: string
  note: string
  confidence?: Confidence
  reason?: string
}>

const GRADES: Readonly<Record<Kind, CvssVector>> = {
  password: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  personal: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  downgrade: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  get: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
}
const CWES: Readonly<Partial<Record<Kind, CweId>>> = { get: 'CWE-598' }

const PERSONAL_TYPES: ReadonlySet<string> = new Set(['email', 'tel'])
const PERSONAL_NAMES =
  /e-?mail|phone|mobile|birth|passport|iban|card-?_?num|cc-?num|cvv|cvc|ssn|(?:first|last|sur|full)_?-?name|street|postal|zip_?code/i

export default passive({
  meta: {
    id: 'https.form',
    title: 'Form sends what people type without protection',
    category: 'Transport security',
    severity: 'high',
    owasp: 'A04:2025',
    owasp2021: 'A02:2021',
    cwe: 'CWE-319',
    cvss: GRADES.password,
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator:
      'password or personal (over plain HTTP), downgrade (from https to http), get (a password in the address)',
    probes: ['reads the forms of pages: where they send what, and how'],
    description:
      'A form sends a password or personal data over plain HTTP, stands on a page that came over plain HTTP, ' +
      'or puts a password into the address. On the way it can be read and changed; an address is kept in ' +
      'logs and histories.',
    remediation:
      'Serve pages with forms by HTTPS only, let their action be an https address, and send passwords with ' +
      '`method="post"`.',
    references: [
      'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
      'https://cwe.mitre.org/data/definitions/319.html',
      'https://cwe.mitre.org/data/definitions/598.html',
    ],
  },

  appliesTo: (exchange) => isSuccess(exchange.response) && extractForms(exchange).length > 0,

  *run(exchange) {
    const seen = new Set<Kind>()
    for (const form of extractForms(exchange)) {
      for (const flaw of flawsOf(form, exchange)) {
        if (seen.has(flaw.kind)) continue
        seen.add(flaw.kind)
        yield sighting(exchange, form, flaw)
      }
    }
  },
})

function sighting(exchange: Exchange, form: Form, flaw: Flaw): Sighting {
  const cwe = CWES[flaw.kind]
  const path = form.action.replace(/^https?:\/\/[^/]*/, '')
  return {
    confidence: flaw.confidence ?? 'confirmed',
    reason: flaw.reason ?? READ,
    discriminator: flaw.kind,
    parameter: flaw.field,
    location: 'form',
    cvss: GRADES[flaw.kind],
    ...(cwe === undefined ? {} : { cwe }),
    evidence: {
      exchange,
      match: quoted(exchange, form.action, path.length > 1 ? path : '', '<form', '<FORM'),
      note: flaw.note,
    },
  }
}

function* flawsOf(form: Form, exchange: Exchange): Iterable<Flaw> {
  const page = exchange.request.url
  const action = new URL(form.action)
  const password = form.fields.find(({ type }) => type === 'password')?.name
  const personal = form.fields.find(isPersonal)?.name
  const field = password ?? personal ?? ''
  const isSentOpenly = action.protocol === 'http:' && isPublicName(action.hostname)
  const isPageOpen = page.protocol === 'http:' && isPublicName(page.hostname)
  const way = isSentOpenly ? `goes to ${action.href}` : 'stands on a page without HTTPS'
  if (password !== undefined && (isSentOpenly || isPageOpen)) {
    yield { kind: 'password', field, note: `The form with the password \`${password}\` ${way}.` }
  } else if (isSentOpenly && page.protocol === 'https:') {
    yield { kind: 'downgrade', field, note: `A form of an https page goes to ${action.href}.` }
  } else if (personal !== undefined && isSentOpenly) {
    yield { kind: 'personal', field, note: `The form with \`${personal}\` ${way}.` }
  }
  if (password !== undefined && form.method === 'GET') yield getFlaw(password, exchange)
}

const isPersonal = ({ type, name }: Form['fields'][number]): boolean =>
  type !== 'hidden' && (PERSONAL_TYPES.has(type) || PERSONAL_NAMES.test(name))

/** A form without a method on a page with script is often sent by that script, by POST. */
function getFlaw(field: string, exchange: Exchange): Flaw {
  const elements = pageOf(exchange).html?.elements ?? []
  const hasScript = elements.some(
    ({ name, attributes }) => name === 'script' || attributes.has('onsubmit'),
  )
  const note = `The form with the password \`${field}\` is sent by GET: it becomes part of the address.`
  if (statesGet(elements, field) || !hasScript) return { kind: 'get', field, note }
  return {
    kind: 'get',
    field,
    note,
    confidence: 'possible',
    reason: 'The form states no method, and the page has script that may send it in another way.',
  }
}

function statesGet(elements: readonly HtmlElement[], field: string): boolean {
  let method = ''
  return elements.some(({ name, attributes }) => {
    if (name === 'form') method = attributes.get('method')?.trim().toLowerCase() ?? ''
    return name === 'input' && attributes.get('name') === field && method === 'get'
  })
}
