import type { Received, Reply } from '../../kit/app.ts'
import { frame, link } from '../../kit/frame.ts'
import { encode } from '../../kit/html.ts'

export const page = frame('Town Portal', [
  ['/', 'Home'],
  ['/places', 'Places'],
  ['/files', 'Files'],
  ['/apis', 'For programs'],
  ['/desk', 'Your desk'],
])

const METHODS = 'GET, HEAD, OPTIONS'

export const notAllowed = (allow = METHODS): Reply => ({
  status: 405,
  headers: { allow, 'content-type': 'text/plain' },
  body: 'Method not allowed',
})
export const offers = (allow: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 204,
  headers: { allow, ...headers },
  body: '',
})

/** What no route names: pages are read here, nothing else. */
export function fallback({ method }: Received): Reply {
  if (method === 'OPTIONS') return offers(METHODS)
  if (method !== 'GET') return notAllowed()
  return page('Not found', `<p>No such page. ${link('/', 'Go home')}</p>`, { status: 404 })
}

/** A form of text fields, some of them with a value. */
export const form = (action: string, fields: Readonly<Record<string, string>>): string =>
  `<form action="${action}" method="post">
${Object.entries(fields)
  .map(([name, value]) => `<label>${name} <input name="${name}" value="${encode(value)}"></label>`)
  .join('\n')}
<button>Save</button>
</form>`
