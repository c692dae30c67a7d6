import { LIMITS } from '../../limits.ts'
import { defaultValue } from './fields.ts'
import { elementsNamed, type HtmlElement, type HtmlPage } from './html.ts'

/** One name and value that a form sends. */
export type FormField = Readonly<{
  name: string
  /** The `type` of an input, else `textarea`, `select` or `submit`. */
  type: string
  /** The value the page gives, else one made up for the field. */
  value: string
  /** Of a select: the values to choose from. */
  options?: readonly string[]
}>
/** What sends a form. Its fields are sent only with this button. */
export type FormButton = Readonly<{
  text: string
  fields: readonly FormField[]
  /** `formaction`, which replaces the form's own. */
  action: string | undefined
}>

/** An input, textarea, select or button, with what stands around it. */
export type Control = Readonly<{
  element: HtmlElement
  label: string
  options: readonly HtmlElement[]
  /** The first value of its `datalist`. */
  suggestion: string | undefined
}>
export type FormGroup = Readonly<{
  form: ReadonlyMap<string, string>
  controls: readonly Control[]
}>

type OpenGroup = { form: ReadonlyMap<string, string>; controls: Control[] }

const CONTROLS: ReadonlySet<string> = new Set(['input', 'textarea', 'select', 'button'])
/** Nothing that a scanner sends: files are a matter of their own, the others send nothing. */
const SILENT: ReadonlySet<string> = new Set(['file', 'reset', 'button', 'image', 'submit'])

/**
 * Each form with its controls: those inside, and those whose `form` attribute names it. At most
 * LIMITS.formsPerPage forms of LIMITS.fieldsPerForm controls.
 */
export function groupByForm(html: HtmlPage): readonly FormGroup[] {
  if (elementsNamed(html, 'form').length === 0) return []
  const groups: OpenGroup[] = []
  const placed: [Control, OpenGroup | null][] = []
  const labels = labelsById(html)
  const lists = suggestionsById(html)
  let open: OpenGroup | null = null
  let options: HtmlElement[] = []
  let label = ''
  for (const element of html.elements) {
    const { name, attributes, text } = element
    if (name === '/form') open = null
    // A form inside a form is ignored, as browsers do.
    if (name === 'form' && open === null) {
      open = { form: attributes, controls: [] }
      groups.push(open)
    }
    if (name === 'label') label = text
    if (name === 'option') options.push(element)
    if (!CONTROLS.has(name)) continue
    options = []
    const named = labels.get(attributes.get('id') ?? '')
    const list = attributes.get('list')
    const control = { element, label: named ?? label, options, suggestion: lists.get(list ?? '') }
    placed.push([control, open])
    label = ''
  }
  place(placed, groups)
  return groups.slice(0, LIMITS.formsPerPage)
}

function place(
  controls: readonly (readonly [Control, OpenGroup | null])[],
  groups: readonly OpenGroup[],
): void {
  const byId = new Map(groups.map((group) => [group.form.get('id'), group]))
  for (const [control, inside] of controls) {
    const id = control.element.attributes.get('form')
    const owner = id === undefined ? inside : byId.get(id)
    if (owner && owner.controls.length < LIMITS.fieldsPerForm) owner.controls.push(control)
  }
}

function labelsById(html: HtmlPage): ReadonlyMap<string, string> {
  const labels = elementsNamed(html, 'label').filter(({ attributes }) => attributes.has('for'))
  return new Map(labels.map(({ attributes, text }) => [attributes.get('for') ?? '', text]))
}

/** The first value that each `datalist` holds. */
function suggestionsById(html: HtmlPage): ReadonlyMap<string, string> {
  if (elementsNamed(html, 'datalist').length === 0) return new Map()
  const first = new Map<string, string>()
  let id = ''
  for (const element of html.elements) {
    if (element.name === 'datalist') id = element.attributes.get('id') ?? ''
    if (element.name === 'select') id = ''
    if (element.name === 'option' && id !== '' && !first.has(id))
      first.set(id, optionValue(element))
  }
  return first
}

/** The names and values of the controls, buttons aside, in document order. */
export function fieldsOf(controls: readonly Control[]): readonly FormField[] {
  const usable = controls.filter(({ element: { attributes } }) => {
    return (attributes.get('name') ?? '') !== '' && !attributes.has('disabled')
  })
  const ticked = tickedOf(usable)
  return usable.flatMap((control) => fieldOf(control, ticked) ?? [])
}

const typeOf = ({ name, attributes }: HtmlElement): string => {
  if (name === 'input') return attributes.get('type')?.trim().toLowerCase() || 'text'
  if (name === 'button') return attributes.get('type')?.trim().toLowerCase() || 'submit'
  return name
}

/** Of the boxes and radio buttons of one name: those the page ticks, else the first. */
function tickedOf(controls: readonly Control[]): ReadonlySet<HtmlElement> {
  const ticked = new Map<string, HtmlElement[]>()
  for (const { element } of controls) {
    const type = typeOf(element)
    if (type !== 'checkbox' && type !== 'radio') continue
    const key = `${type} ${element.attributes.get('name')}`
    ticked.set(key, [...(ticked.get(key) ?? []), element])
  }
  const chosen = [...ticked].flatMap(([key, elements]) => {
    const checked = elements.filter(({ attributes }) => attributes.has('checked'))
    if (checked.length === 0) return elements.slice(0, 1)
    return key.startsWith('radio ') ? checked.slice(-1) : checked
  })
  return new Set(chosen)
}

function fieldOf(control: Control, ticked: ReadonlySet<HtmlElement>): FormField | null {
  const { element, label, options, suggestion } = control
  const { attributes } = element
  const type = typeOf(element)
  const name = attributes.get('name') ?? ''
  const given =
    element.name === 'textarea' ? element.text.replace(/^\r?\n/, '') : attributes.get('value')
  if (SILENT.has(type)) return null
  if (type === 'checkbox' || type === 'radio') {
    return ticked.has(element) ? { name, type, value: given ?? 'on' } : null
  }
  if (type === 'select') return selectField(name, options)
  if (type === 'hidden' || type === 'password') return { name, type, value: given ?? '' }
  const isGiven = given !== undefined && given !== ''
  if (isGiven) return { name, type, value: given }
  return { name, type, value: suggestion ?? defaultValue({ type, name, label, attributes }) }
}

const optionValue = ({ attributes, text }: HtmlElement): string =>
  attributes.get('value') ?? text.trim()

function selectField(name: string, elements: readonly HtmlElement[]): FormField {
  const real = elements.filter((option) => {
    return !option.attributes.has('disabled') && optionValue(option) !== ''
  })
  const chosen = real.find(({ attributes }) => attributes.has('selected')) ?? real[0]
  return {
    name,
    type: 'select',
    value: chosen === undefined ? '' : optionValue(chosen),
    options: elements.slice(0, LIMITS.fieldsPerForm).map(optionValue),
  }
}

/** A control as the button that sends its form; null for any other control. */
export function buttonOf({ element }: Control): FormButton | null {
  const { attributes } = element
  const type = typeOf(element)
  if (attributes.has('disabled')) return null
  if (type !== 'submit' && !(type === 'image' && element.name === 'input')) return null
  const name = attributes.get('name') ?? ''
  const value = attributes.get('value') ?? ''
  const words = element.name === 'button' ? element.text : (attributes.get('alt') ?? value)
  const text = [words, attributes.get('title'), attributes.get('aria-label'), value]
    .map((part) => part?.trim() ?? '')
    .find((part) => part !== '')
  return {
    text: text ?? '',
    fields: name === '' || type === 'image' ? [] : [{ name, type: 'submit', value }],
    action: attributes.get('formaction'),
  }
}
