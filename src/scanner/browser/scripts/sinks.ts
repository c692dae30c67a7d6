import type { PageElement, PageWindow } from './page-types.ts'

type Setter = (this: object, value: unknown) => void

/**
 * Runs before the page's own script: tells, as JSON, when one of the words reaches code or markup,
 * with the name of the sink. `called` is a function that payloads call.
 */
export function listen(
  window: PageWindow & { palisadeCall?: (word: string) => void },
  words: readonly string[],
  called: string,
): void {
  const tell = window.palisadeTell
  const call = window.palisadeCall
  if (called !== '') {
    Object.defineProperty(window, called, { value: () => call?.(called), configurable: true })
  }
  if (words.length === 0 || !tell) return
  const report = (sink: string, value: unknown) => {
    const text = String(value)
    for (const word of words) if (text.includes(word)) tell(JSON.stringify([sink, word]))
  }
  const wrapCall = (owner: object | undefined, name: string, sink: string, which: number) => {
    const original: unknown = owner && Reflect.get(owner, name)
    if (!owner || typeof original !== 'function') return
    Reflect.set(owner, name, function wrapped(this: unknown, ...args: unknown[]) {
      if (typeof args[which] !== 'function') report(sink, args[which])
      return Reflect.apply(original, this, args)
    })
  }
  const wrapSetter = (owner: object | undefined, name: string, sink: string) => {
    const known = owner && Object.getOwnPropertyDescriptor(owner, name)
    const set: unknown = known && Reflect.get(known, 'set')
    if (!owner || typeof set !== 'function') return
    const wrapped: Setter = function wrapped(value) {
      report(sink, value)
      Reflect.apply(set, this, [value])
    }
    Object.defineProperty(owner, name, { ...known, set: wrapped })
  }
  const prototype = (name: string): object | undefined => {
    const owner: unknown = Reflect.get(window, name)
    const found: unknown = typeof owner === 'function' ? Reflect.get(owner, 'prototype') : null
    return typeof found === 'object' && found !== null ? found : undefined
  }
  const markup = [prototype('Element'), prototype('ShadowRoot')]
  for (const owner of markup) wrapSetter(owner, 'innerHTML', 'html')
  wrapSetter(prototype('Element'), 'outerHTML', 'html')
  wrapSetter(prototype('HTMLIFrameElement'), 'srcdoc', 'html')
  wrapCall(prototype('Element'), 'insertAdjacentHTML', 'html', 1)
  wrapCall(prototype('Range'), 'createContextualFragment', 'html', 0)
  for (const name of ['write', 'writeln']) wrapCall(prototype('Document'), name, 'html', 0)
  for (const name of ['setTimeout', 'setInterval', 'eval', 'Function']) {
    wrapCall(window, name, 'code', 0)
  }
  for (const name of ['text', 'textContent']) {
    wrapSetter(prototype('HTMLScriptElement'), name, 'code')
  }
  for (const [owner, name] of [
    ['HTMLAnchorElement', 'href'],
    ['HTMLIFrameElement', 'src'],
    ['HTMLScriptElement', 'src'],
    ['HTMLFormElement', 'action'],
  ] as const) {
    wrapSetter(prototype(owner), name, 'address')
  }
  const element = prototype('Element')
  const setAttribute: unknown = element && Reflect.get(element, 'setAttribute')
  if (!element || typeof setAttribute !== 'function') return
  Reflect.set(element, 'setAttribute', function wrapped(this: PageElement, ...args: unknown[]) {
    const name = String(args[0]).toLowerCase()
    if (name.startsWith('on')) report('code', args[1])
    else if (name === 'srcdoc') report('html', args[1])
    else if (/^(?:href|src|action|formaction|data)$/.test(name)) report('address', args[1])
    return Reflect.apply(setAttribute, this, args)
  })
}
