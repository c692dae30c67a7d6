import { LIMITS } from '../../limits.ts'
import type { Exchange } from '../http/exchange.ts'
import { isDangerous } from './avoid.ts'
import {
  buttonOf,
  fieldsOf,
  type FormButton,
  type FormField,
  type FormGroup,
  groupByForm,
} from './form-controls.ts'
import { pageOf } from './page.ts'
import { pageUrl } from './urls.ts'

export const ENCTYPES = ['urlencoded', 'multipart', 'plain'] as const
export type Enctype = (typeof ENCTYPES)[number]

/** A form as a browser would send it, with every field filled in. */
export type Form = Readonly<{
  /** Absolute; a GET form's own query is already cut off, as browsers do. */
  action: string
  method: 'GET' | 'POST'
  enctype: Enctype
  fields: readonly FormField[]
  /** The page it stands on. */
  page: string
  /** What the button says that sends it; empty without one. */
  submit: string
}>

const read = new WeakMap<Exchange, readonly Form[]>()

/**
 * The forms of an HTML page; at most LIMITS.formsPerPage with LIMITS.fieldsPerForm fields. Read once:
 * they give links and points.
 */
export function extractForms(exchange: Exchange): readonly Form[] {
  const known = read.get(exchange)
  if (known !== undefined) return known
  const { html, base } = pageOf(exchange)
  const groups = html === null ? [] : groupByForm(html).slice(0, LIMITS.formsPerPage)
  const forms = groups.flatMap((group) => readForm(group, base, exchange.request.url) ?? [])
  read.set(exchange, forms)
  return forms
}

/** Fields whose value the page chose: they say what the form does, as its URL does. */
const CHOSEN: ReadonlySet<string> = new Set(['hidden', 'submit', 'checkbox', 'radio', 'select'])

/** False for a form that sends a password or may do harm; the scanner never fills those in. */
export function isHarmless(form: Form): boolean {
  const url = new URL(form.action)
  for (const { name, type, value } of form.fields) {
    if (type === 'password') return false
    if (CHOSEN.has(type)) url.searchParams.append(name, value)
  }
  return !isDangerous(form.method, url, form.submit)
}

/** The URL that a GET form asks for with its values. */
export function urlOfGetForm(form: Form): URL {
  const url = new URL(form.action)
  url.search = encodeFields(form.fields)
  return url
}

/** Names and values as a form body or query: application/x-www-form-urlencoded. */
export const encodeFields = (fields: readonly FormField[]): string =>
  new URLSearchParams(fields.map(({ name, value }) => [name, value])).toString()

function readForm({ form, controls }: FormGroup, base: URL, page: URL): Form | null {
  const method = form.get('method')?.trim().toLowerCase() === 'post' ? 'POST' : 'GET'
  const targetOf = (button: FormButton | undefined): URL | null => {
    const reference = button?.action ?? form.get('action') ?? ''
    return reference.trim() === '' ? pageUrl(page.href, page) : pageUrl(reference, base)
  }
  const buttons = controls.flatMap((control) => buttonOf(control) ?? [])
  // Of several buttons, "Save" is pressed and "Delete" is not.
  const button = buttons.find((candidate) => {
    const url = targetOf(candidate)
    return url !== null && !isDangerous(method, url, candidate.text)
  })
  const pressed = button ?? buttons[0]
  const action = targetOf(pressed)
  if (action === null) return null
  if (method === 'GET') action.search = ''
  const fields = [...fieldsOf(controls), ...(pressed?.fields ?? [])]
  return {
    action: action.href,
    method,
    enctype: enctypeOf(form.get('enctype') ?? ''),
    fields: fields.slice(0, LIMITS.fieldsPerForm),
    page: page.href,
    submit: pressed?.text ?? '',
  }
}

function enctypeOf(value: string): Enctype {
  const type = value.trim().toLowerCase()
  if (type === 'multipart/form-data') return 'multipart'
  return type === 'text/plain' ? 'plain' : 'urlencoded'
}
