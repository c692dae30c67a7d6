// Sent to the page as text (`PageScript`): they use nothing but their arguments.

type Field = Readonly<{
  tagName: string
  type?: string
  name?: string
  id: string
  form?: unknown
  labels?: ArrayLike<{ textContent: string | null }> | null
  textContent: string | null
  disabled?: boolean
  validationMessage?: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  getClientRects(): ArrayLike<unknown>
  checkValidity?(): boolean
}> & { value?: string }
type Window = Readonly<{
  location: { href: string }
  document: Readonly<{
    title: string
    forms: ArrayLike<unknown>
    body: { innerHTML: string } | null
    querySelectorAll(selector: string): ArrayLike<Field>
    querySelector(selector: string): Field | null
  }>
  getComputedStyle(field: Field): { visibility: string }
}>

/** Marks the controls of the page and tells what they are, as `LoginControl` has it. */
export function readControls(window: Window) {
  const { document } = window
  const forms = Array.from(document.forms)
  const controls = Array.from(document.querySelectorAll('input,button,select,textarea'))
    .slice(0, 300)
    .map((field, mark) => {
      field.setAttribute('data-palisade', String(mark))
      const isShown =
        field.getClientRects().length > 0 &&
        window.getComputedStyle(field).visibility !== 'hidden' &&
        field.disabled !== true
      const isButton =
        field.tagName === 'BUTTON' || field.type === 'submit' || field.type === 'button'
      const label = Array.from(field.labels ?? []).map(({ textContent }) => textContent ?? '')
      const said = isButton
        ? [field.textContent ?? '', field.value ?? '', field.getAttribute('aria-label') ?? '']
        : [
            field.name ?? '',
            field.id,
            field.getAttribute('placeholder') ?? '',
            field.getAttribute('aria-label') ?? '',
            ...label,
          ]
      const at = forms.indexOf(field.form)
      return {
        mark,
        form: at === -1 ? null : at,
        type: (field.type ?? field.tagName).toLowerCase(),
        autocomplete: (field.getAttribute('autocomplete') ?? '').toLowerCase(),
        words: said.join(' ').slice(0, 300),
        isVisible: isShown,
      }
    })
  const head = `<title>${document.title.replace(/[<>]/g, ' ')}</title>`
  const body = head + (document.body?.innerHTML ?? '').slice(0, 100_000)
  return { url: window.location.href, controls, body }
}

/** Empties a field, whatever the page had in it. */
export function emptyField(window: Window, selector: string): void {
  const field = window.document.querySelector(selector)
  if (field) field.value = ''
}

/** Why the page's own validation would not let a field through; empty where it does. */
export function whyInvalid(window: Window, selectors: readonly string[]): string {
  for (const selector of selectors) {
    const field = window.document.querySelector(selector)
    if (field?.checkValidity?.() !== false) continue
    return `"${field.name ?? field.id}": ${field.validationMessage ?? ''}`
  }
  return ''
}

/** Whether the page is another one than it was, or says that the login is done. */
export function hasMoved(window: Window, before: string, part: string, types: string): boolean {
  const { href } = window.location
  if (href.includes(part) || href !== before) return true
  const shown = Array.from(window.document.querySelectorAll('input'))
    .filter((field) => field.getClientRects().length > 0)
    .map(({ type, name }) => `${type} ${name}`)
  return shown.join('\n') !== types
}

/** The visible fields, for `hasMoved` to compare with. */
export const shownFields = (window: Window): string =>
  Array.from(window.document.querySelectorAll('input'))
    .filter((field) => field.getClientRects().length > 0)
    .map(({ type, name }) => `${type} ${name}`)
    .join('\n')

export const isAt = (window: Window, part: string): boolean => window.location.href.includes(part)
