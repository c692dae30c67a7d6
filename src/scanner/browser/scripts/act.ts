import type { PageElement, PageWindow } from './page-types.ts'

/**
 * Does one thing to what `look` has listed last: `click`, `hover`, `focus`, `keys`, `scroll`, `open`,
 * `fill`, `choose`, `submit`, or any other word as an event of that type. False where it is gone.
 */
export function act(window: PageWindow, at: number, what: string, value: string): boolean {
  const found = window.palisadeSeen?.listed[at]
  if (found === undefined) return false
  const { target: element, window: view } = found
  const target = element ?? view.document.body ?? view
  const init = { bubbles: true, cancelable: true, composed: true, view }
  const mouse = (...types: string[]) => {
    for (const type of types) target.dispatchEvent(new view.MouseEvent(type, init))
  }
  const plain = (...types: string[]) => {
    for (const type of types) target.dispatchEvent(new view.Event(type, init))
  }
  const keys = () => {
    for (const type of ['keydown', 'keypress', 'keyup']) {
      const event = new view.KeyboardEvent(type, {
        ...init,
        key: 'Enter',
        code: 'Enter',
        keyCode: 13,
      })
      target.dispatchEvent(event)
    }
  }
  // Frameworks put a setter of their own on the element; the prototype's tells them of the change.
  const put = (field: PageElement, text: string) => {
    const owners = {
      TEXTAREA: view.HTMLTextAreaElement,
      SELECT: view.HTMLSelectElement,
      INPUT: view.HTMLInputElement,
    } as const
    const owner = Object.entries(owners).find(([tag]) => tag === field.tagName)?.[1]
    if (owner === undefined) field.textContent = text
    else Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, text)
  }
  const actions: Readonly<Record<string, () => void>> = {
    click: () => {
      mouse('pointerdown', 'mousedown')
      element?.focus?.()
      mouse('pointerup', 'mouseup')
      if (element?.click) element.click()
      else mouse('click')
    },
    hover: () => mouse('pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'mousemove'),
    focus: () => {
      element?.focus?.()
      plain('focus', 'focusin')
      element?.blur?.()
      plain('blur', 'focusout')
    },
    keys,
    scroll: () => {
      if (element) element.scrollIntoView()
      else view.scrollTo(0, view.document.documentElement.scrollHeight)
      plain('scroll')
      mouse('wheel')
    },
    open: () => {
      if (element) element.open = true
    },
    fill: () => {
      if (element) put(element, value)
      plain('input')
      keys()
      plain('change')
    },
    choose: () => {
      if (element) put(element, value)
      plain('input', 'change')
    },
    submit: () => element?.requestSubmit?.(),
  }
  const known = actions[what]
  if (known) known()
  else if (/^(?:mouse|pointer|drag|drop|click|dblclick|auxclick|contextmenu|wheel)/.test(what)) {
    mouse(what)
  } else plain(what)
  return true
}
