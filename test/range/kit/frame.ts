import { get, type Reply, type Route } from './app.ts'
import { encode, html } from './html.ts'

export type Frame = Readonly<{
  site: string
  nav: readonly (readonly [href: string, label: string])[]
  /** Address of the script that every page loads. */
  script: string
}>
/** `body` is markup, `heading` is text. */
export type Page = (heading: string, body: string, status?: number) => Reply

export const makePage =
  ({ site, nav, script }: Frame): Page =>
  (heading, body, status = 200) =>
    html(
      `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${encode(heading)} - ${encode(site)}</title>
<script src="${script}" defer></script></head>
<body><nav>${list(nav.map(([href, label]) => link(href, label)))}</nav>
<main><h1>${encode(heading)}</h1>
${body}
</main></body>
</html>
`,
      status,
    )

export const link = (href: string, label: string): string =>
  `<a href="${encode(href)}">${encode(label)}</a>`

export const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

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
