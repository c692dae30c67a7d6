import type { Reply } from '../../kit/app.ts'
import { encode, html } from '../../kit/html.ts'
import type { Row } from './sql/messages.ts'

const NAV = [
  ['/', 'Home'],
  ['/tickets', 'Tickets'],
  ['/customers', 'Customers'],
  ['/assets', 'Assets'],
  ['/kb', 'Knowledge base'],
  ['/stats', 'Statistics'],
  ['/tools', 'Tools'],
] as const

export const link = (href: string, label: string): string =>
  `<a href="${encode(href)}">${encode(label)}</a>`

/** `items` are markup. */
export const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

/** A column of a row, encoded. */
export const cell = (row: Row, column: string): string => encode(String(row[column] ?? ''))

/** The frame of every page of the desk. `body` is markup. */
export const page = (heading: string, body: string, status = 200): Reply =>
  html(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${encode(heading)} - Harbour Desk</title>
<link rel="stylesheet" href="/static/desk.css">
<script src="/static/desk.js" defer></script>
</head>
<body>
<nav>${list(NAV.map(([href, label]) => link(href, label)))}</nav>
<main>
<h1>${encode(heading)}</h1>
${body}
</main>
</body>
</html>
`,
    status,
  )

export const notFound = (): Reply =>
  page('Not found', '<p>There is nothing at this address.</p>', 404)

/** Adds a cookie that the page remembers something in; as strict as plain http allows. */
export const remembering = (reply: Reply, name: string, value: string, path: string): Reply => ({
  ...reply,
  headers: {
    ...reply.headers,
    'set-cookie': `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax`,
  },
})
