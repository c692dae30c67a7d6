import { get, type Route } from './app.ts'
import { list, type Page } from './frame.ts'
import { encode } from './html.ts'

/** A page of markup that leads on: links and forms. */
export const hub = (page: Page, path: string, heading: string, items: readonly string[]): Route =>
  get(path, () => page(heading, list(items)))

type Control = 'text' | 'textarea'
type Field = readonly [name: string, value: string, control?: Control]

export const form = (
  method: 'get' | 'post',
  action: string,
  fields: readonly Field[],
  button = 'Show',
): string =>
  `<form method="${method}" action="${encode(action)}">${fields.map(control).join(' ')}
<button>${button}</button></form>`

const control = ([name, value, kind = 'text']: Field): string => {
  const start = `<label>${encode(name)} `
  return kind === 'textarea'
    ? `${start}<textarea name="${encode(name)}">${encode(value)}</textarea></label>`
    : `${start}<input name="${encode(name)}" value="${encode(value)}"></label>`
}
