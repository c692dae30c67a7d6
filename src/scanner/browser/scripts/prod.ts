import type { PageWindow } from './page-types.ts'

/** Does to every element that holds the word what a visitor would: focus, hover, click. */
export function prod(window: PageWindow, word: string): void {
  const init = { bubbles: true, cancelable: true, view: window }
  let left = 20
  for (const element of window.document.querySelectorAll('*')) {
    const names = element.getAttributeNames()
    if (!names.some((name) => (element.getAttribute(name) ?? '').includes(word))) continue
    left -= 1
    if (left < 0) return
    element.focus?.()
    for (const type of ['mouseover', 'mouseenter', 'mousemove']) {
      element.dispatchEvent(new window.MouseEvent(type, init))
    }
    element.dispatchEvent(new window.Event('focus', {}))
    element.click?.()
  }
}
