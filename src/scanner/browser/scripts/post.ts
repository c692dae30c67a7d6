import type { PageWindow } from './page-types.ts'

type Posted = PageWindow & { MessageEvent: new (type: string, init: object) => object }

/**
 * Sends the window a message as a page of another origin would. With `keys` it is an object that has
 * the text under each of them. Tells which keys were asked for.
 */
export function post(
  window: Posted,
  text: string,
  keys: readonly string[] | null,
  origin: string,
): readonly string[] {
  const asked = new Set<string>()
  const make = (): unknown => {
    if (keys === null) return text
    const plain = Object.fromEntries(keys.map((key) => [key, text]))
    return new Proxy(plain, {
      get(target, key) {
        if (typeof key !== 'string') return Reflect.get(target, key)
        if (asked.size < 10) asked.add(key)
        return target[key] ?? text
      },
    })
  }
  const event = new window.MessageEvent('message', { data: make(), origin, source: window })
  window.dispatchEvent(event)
  return [...asked]
}
