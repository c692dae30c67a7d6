import { groupByForm, type Control, type FormGroup } from '../crawl/form-controls.ts'
import { elementsNamed, type HtmlElement, type HtmlPage } from '../crawl/html.ts'
import type { LoginControl } from './login-step.ts'

/** A control of a form with what it sends and to where. */
export type PageControl = Readonly<{
  control: LoginControl
  name: string
  element: HtmlElement
  options: readonly HtmlElement[]
  group: FormGroup
}>

/** The controls of all forms of a page that was read without a browser. */
export function loginControls(html: HtmlPage): readonly PageControl[] {
  const owned = groupByForm(html).flatMap((group, form) =>
    group.controls.map((control) => ({ group, form, control })),
  )
  return owned.map(({ group, form, control }, mark) => ({
    control: factsOf(control, form, mark),
    name: control.element.attributes.get('name') ?? '',
    element: control.element,
    options: control.options,
    group,
  }))
}

function factsOf({ element, label }: Control, form: number, mark: number): LoginControl {
  const { name, attributes, text } = element
  const get = (key: string): string => attributes.get(key)?.trim() ?? ''
  const isButton =
    name === 'button' || (name === 'input' && /^(?:submit|button)$/i.test(get('type')))
  const said = isButton
    ? [text, get('value'), get('aria-label'), get('title')]
    : [get('name'), get('id'), get('placeholder'), get('aria-label'), label]
  const type = name === 'input' ? get('type') : name === 'button' ? get('type') || 'submit' : name
  return {
    mark,
    form,
    type: type.toLowerCase(),
    autocomplete: get('autocomplete').toLowerCase(),
    words: said.join(' ').slice(0, 300),
    isVisible:
      type.toLowerCase() !== 'hidden' &&
      !attributes.has('hidden') &&
      !attributes.has('disabled') &&
      !/display:\s*none|visibility:\s*hidden/i.test(get('style')),
  }
}

const DATA_TYPE = /json|template|importmap/i

/** Whether no script of the page can have a say in what its forms send. */
export function isPlain(html: HtmlPage): boolean {
  const scripts = elementsNamed(html, 'script').filter(
    ({ attributes }) => !DATA_TYPE.test(attributes.get('type') ?? ''),
  )
  const handlers = ['onsubmit', 'onclick', 'onload'].some((name) => html.byAttribute.has(name))
  return scripts.length === 0 && !handlers
}

/** Names and values that a form sends with these values typed in and this button pressed. */
export function fieldsSent(
  controls: readonly PageControl[],
  form: number | null,
  typed: ReadonlyMap<number, string>,
  submit: number | null,
): readonly (readonly [name: string, value: string])[] {
  return controls
    .filter(({ control, name }) => control.form === form && name !== '')
    .filter(({ element }) => !element.attributes.has('disabled'))
    .flatMap((each) => {
      const value = typed.get(each.control.mark) ?? valueOf(each, submit)
      return value === null ? [] : [[each.name, value] as const]
    })
}

/** What a control sends as the page has it; null where that is nothing. */
function valueOf({ control, element, options }: PageControl, submit: number | null): string | null {
  const { attributes } = element
  const given = attributes.get('value')
  switch (control.type) {
    case 'checkbox':
    case 'radio':
      return attributes.has('checked') ? (given ?? 'on') : null
    case 'submit':
      return control.mark === submit ? (given ?? '') : null
    case 'select': {
      const chosen = options.find((option) => option.attributes.has('selected')) ?? options[0]
      return chosen === undefined ? null : (chosen.attributes.get('value') ?? chosen.text.trim())
    }
    case 'textarea':
      return element.text
    case 'button':
    case 'reset':
    case 'image':
    case 'file':
      return null
    default:
      return given ?? ''
  }
}
