import type { PageWindow } from './page-types.ts'

/** Whether the page shows nothing at all, or its script missed a name that nobody gave it. */
export function lifeless(window: PageWindow): boolean {
  const body = window.document.body
  const isEmpty = (body?.innerText ?? '').trim() === ''
  return isEmpty || window.palisadeSeen?.lacksName === true
}
