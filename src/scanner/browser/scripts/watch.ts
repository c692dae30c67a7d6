import type { PageWindow, Seen } from './page-types.ts'

/**
 * Runs before the page's own script, in every frame: remembers who listens to what, opens shadow
 * roots that would be closed, and tells of addresses that script names without asking for them.
 */
export function watch(window: PageWindow): void {
  const tell = window.palisadeTell
  const heard: Seen['heard'] = new WeakMap()
  const seen: Seen = { heard, listed: [] }
  Object.defineProperty(window, 'palisadeSeen', { value: seen })
  window.addEventListener('error', ({ error }) => {
    if (error?.name === 'ReferenceError') seen.lacksName = true
  })
  const note = (url: unknown) => {
    if (typeof url === 'string') tell?.(url)
    else if (url instanceof URL) tell?.(url.href)
  }

  const events = window.EventTarget.prototype
  const addListener = events.addEventListener
  events.addEventListener = function addEventListener(this: object | undefined, ...args: never[]) {
    const target = this ?? window
    const types = heard.get(target) ?? new Set<string>()
    if (types.size < 50) types.add(String(args[0]))
    heard.set(target, types)
    return addListener.apply(this, args)
  }

  const elements = window.Element.prototype
  const attach = elements.attachShadow
  elements.attachShadow = function attachShadow(init: object) {
    return attach.call(this, { ...init, mode: 'open' })
  }

  const history = window.History.prototype
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name]
    history[name] = function changeState(this: object, ...args: never[]) {
      note(args[2])
      return change.apply(this, args)
    }
  }
  window.open = (url: unknown) => {
    note(url)
    return null
  }
}
