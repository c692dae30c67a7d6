import type { Reply } from './app.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Right for text, for quoted attributes and for RCDATA elements. */
export const encode = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** JSON that may stand inside a script element. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })

export const html = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
})

export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  },
  body: JSON.stringify(value),
})

export const text = (body: string, status = 200, type = 'text/plain'): Reply => ({
  status,
  headers: { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' },
  body,
})

/** A value that cannot stand in a header is refused, as every server library does. */
export function redirect(location: string, status = 302): Reply {
  if (/[^ -~]/.test(location)) {
    return text('Bad address', 400)
  }
  return { status, headers: { location, 'content-type': 'text/plain' }, body: 'Moved' }
}
