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

/** Buttons of one form that are pressed in turn. */
const MOST_BUTTONS = 5

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

function readForm(group: FormGroup, base: URL, page: URL): Form | null {
  const sheet = sheetOf(group, base, page)
  // Of several buttons, "Save" is pressed and "Delete" is not.
  return submitted(sheet, sheet.harmless[0] ?? sheet.buttons[0])
}

/** What a form is, whichever button sends it. */
type Sheet = Readonly<{
  group: FormGroup
  method: Form['method']
  page: URL
  buttons: readonly FormButton[]
  harmless: readonly FormButton[]
  targetOf(button: FormButton | undefined): URL | null
}>

function sheetOf(group: FormGroup, base: URL, page: URL): Sheet {
  const { form, controls } = group
  const method = form.get('method')?.trim().toLowerCase() === 'post' ? 'POST' : 'GET'
  const targetOf = (button: FormButton | undefined): URL | null => {
    const reference = button?.action ?? form.get('action') ?? ''
    return reference.trim() === '' ? pageUrl(page.href, page) : pageUrl(reference, base)
  }
  const buttons = controls.flatMap((control) => buttonOf(control) ?? [])
  const harmless = buttons.filter((button) => {
    const url = targetOf(button)
    return url !== null && !isDangerous(method, url, button.text)
  })
  return { group, method, page, buttons, harmless, targetOf }
}

/** The form as one of its buttons sends it. */
function submitted(sheet: Sheet, pressed: FormButton | undefined): Form | null {
  const { group, method, page } = sheet
  const action = sheet.targetOf(pressed)
  if (action === null) return null
  if (method === 'GET') action.search = ''
  const fields = [...fieldsOf(group.controls), ...(pressed?.fields ?? [])]
  return {
    action: action.href,
    method,
    enctype: enctypeOf(group.form.get('enctype') ?? ''),
    fields: fields.slice(0, LIMITS.fieldsPerForm),
    page: page.href,
    submit: pressed?.text ?? '',
  }
}

/** GET forms once more for each further button that may be pressed: it says what the form does. */
export function furtherGetForms(exchange: Exchange): readonly Form[] {
  const { html, base } = pageOf(exchange)
  if (html === null || !extractForms(exchange).some(({ method }) => method === 'GET')) return []
  return groupByForm(html).flatMap((group) => {
    const sheet = sheetOf(group, base, exchange.request.url)
    if (sheet.method !== 'GET') return []
    // Where the first button leads elsewhere, the form's own action is still to be asked for.
    const own = sheet.harmless[0]?.action === undefined ? [] : [undefined]
    const others = [...own, ...sheet.harmless.slice(1, MOST_BUTTONS)]
    return others.flatMap((button) => submitted(sheet, button) ?? [])
  })
}

function enctypeOf(value: string): Enctype {
  const type = value.trim().toLowerCase()
  if (type === 'multipart/form-data') return 'multipart'
  return type === 'text/plain' ? 'plain' : 'urlencoded'
}
