import { z } from 'zod'

import { LIMITS } from '../../limits.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { defaultValue } from '../crawl/fields.ts'

const Component = z.object({
  tag: z.string(),
  type: z.string(),
  text: z.string(),
  label: z.string(),
  attributes: z.array(z.tuple([z.string(), z.string()])),
  events: z.array(z.string()),
  isPointed: z.boolean(),
  inForm: z.boolean(),
  /** Of a form: it is sent by a button of its own. */
  hasButton: z.boolean(),
  /** It is, or stands in, a form with a password. */
  asksPassword: z.boolean(),
  options: z.array(z.string()),
})
/** Something on a page that script or the browser reacts to; `#document` for the page itself. */
export type Component = z.infer<typeof Component>

/** What `scripts/look.ts` gives back: the page's word, so it is parsed and bounded. */
export const LookSchema = z.object({
  url: z.string().max(LIMITS.browserBodyChars),
  components: z.array(Component).max(LIMITS.browserComponents),
  html: z.string().max(LIMITS.responseBytes).nullable(),
})
export type Look = z.infer<typeof LookSchema>

export type Action = Readonly<{ what: string; value: string }>

const FIELD_TYPES =
  /^(?:text|search|email|tel|url|number|range|date|datetime-local|month|week|time|color|textarea|)$/
const BUTTON_TYPES = /^(?:button|submit|image|checkbox|radio|reset)$/
const ROLES =
  /^(?:button|link|tab|menuitem|menuitemcheckbox|menuitemradio|option|switch|checkbox|radio|treeitem)$/

/** Which action stands for which events; one that none stands for is sent as it is. */
const BY_EVENT: readonly (readonly [events: RegExp, what: string])[] = [
  [/^(?:click|mousedown|mouseup|pointerdown|pointerup)$/, 'click'],
  [/^(?:mouse|pointer)(?:over|enter|move)$/, 'hover'],
  [/^(?:focus|focusin|blur|focusout)$/, 'focus'],
  [/^key(?:down|up|press)$/, 'keys'],
  [/^(?:scroll|scrollend|wheel)$/, 'scroll'],
  [/^toggle$/, 'open'],
]
/** Fields are filled in when the page has come, which sends these. */
const BY_FILLING: ReadonlySet<string> = new Set(['input', 'change', 'keydown', 'keyup', 'keypress'])
const MOST_EVENTS = 12
const MOST_CHOICES = 3
/** A place of no page: only the words are judged. */
const NOWHERE = new URL('https://page.example/')

const attribute = ({ attributes }: Component, name: string): string =>
  attributes.find(([each]) => each === name)?.[1] ?? ''

export const isField = ({ tag, type, attributes }: Component): boolean =>
  tag === 'textarea' ||
  (tag === 'input' && FIELD_TYPES.test(type)) ||
  attributes.some(([name, value]) => name === 'contenteditable' && value !== 'false')

/** What the page's own validation would take, as far as the markup says. */
export function valueFor(component: Component): string {
  const { type, tag, label, attributes } = component
  return defaultValue({
    type: tag === 'textarea' ? 'textarea' : type,
    name: attribute(component, 'name'),
    label,
    attributes: new Map(attributes),
  })
}

/** What can be done to it without harm, in a fixed order. */
export function actionsOf(component: Component): readonly Action[] {
  if (isHarmful(component)) return []
  const { tag, options } = component
  const isOwn = isField(component) || tag === 'select'
  const events = component.events
    .filter((event) => !(isOwn && BY_FILLING.has(event)))
    .map((event) => BY_EVENT.find(([pattern]) => pattern.test(event))?.[1] ?? event)
    // What is heard above all others is meant for those below.
    .filter((what) => !(tag === '#document' && what === 'click') && what !== 'submit')
  const names = new Set([
    ...(isClickable(component) ? ['click'] : []),
    ...own(component),
    ...events,
  ])
  return [
    ...[...names].slice(0, MOST_EVENTS).map((what) => ({ what, value: '' })),
    ...(tag === 'select' ? options.slice(0, MOST_CHOICES) : []).map((value) => ({
      what: 'choose',
      value,
    })),
  ]
}

function own({ tag, hasButton }: Component): readonly string[] {
  if (tag === '#document') return ['scroll']
  if (tag === 'details') return ['open']
  return tag === 'form' && !hasButton ? ['submit'] : []
}

function isClickable(component: Component): boolean {
  const { tag, type, isPointed } = component
  if (tag === 'a' || tag === 'area') return !leadsAway(component)
  if (tag === 'button' || tag === 'summary') return true
  if (tag === 'input') return BUTTON_TYPES.test(type)
  if (tag === 'label' || tag === 'select' || isField(component)) return false
  return isPointed || ROLES.test(attribute(component, 'role'))
}

/** A plain link is followed by the crawl; one that script listens to, or that stays here, is clicked. */
function leadsAway(component: Component): boolean {
  const href = attribute(component, 'href').trim()
  return href !== '' && !/^(?:#|javascript:)/i.test(href) && !component.events.includes('click')
}

const SAYING = /^(?:id|name|value|title|alt|href|formaction|action|onclick|aria-label|data-[\w-]+)$/

/** Told by every word that stands on it: ends the session, destroys, pays, writes to somebody. */
function isHarmful(component: Component): boolean {
  const { tag, type, text, label, attributes, asksPassword } = component
  // Failed logins lock accounts, and passwords are made up by nobody.
  if (asksPassword) return true
  if (type === 'reset' || type === 'password' || type === 'file') return true
  if (tag === '#document') return false
  const said = attributes.filter(([name]) => SAYING.test(name)).map(([, value]) => value)
  const classes = attribute(component, 'class').split(/\s+/)
  return [text, label, ...said, ...classes].some(
    (words) => words !== '' && isDangerous('GET', NOWHERE, words),
  )
}

/** Numbers and tokens that are new with every load would make every state a new one. */
export const folded = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{20,}|\b(?=\w*\d)\w{8,}\b/gi, '*')
    .replaceAll(/\d+/g, '0')
    .slice(0, 60)

/** The same for the same component after a reload, and for its like in a list. */
export const componentKey = (component: Component): string =>
  [
    component.tag,
    component.type,
    ...['id', 'name', 'class', 'href', 'role'].map((name) => folded(attribute(component, name))),
    folded(component.text),
    component.events.join(' '),
  ].join('|')

/** Two looks with one key offer the same to do. */
export function stateKey({ url, components }: Look): string {
  const parsed = new URL(url)
  const keys = [...new Set(components.map(componentKey))].toSorted()
  return [folded(parsed.pathname), folded(parsed.hash), ...keys].join('\n')
}
