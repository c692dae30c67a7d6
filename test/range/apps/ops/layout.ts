import { frame, type Page } from '../../kit/frame.ts'
import { encode } from '../../kit/html.ts'
import type { Reply } from '../../kit/app.ts'

const HEAD = '<script src="/assets/desk.js" defer></script>'
const framed = frame('Ops desk', [
  ['/', 'Home'],
  ['/network', 'Network'],
  ['/jobs', 'Jobs'],
  ['/documents', 'Documents'],
  ['/imports', 'Imports'],
  ['/checked', 'Checked tools'],
  ['/checked-files', 'Checked documents'],
  ['/manuals', 'Manuals'],
])

/** The frame of every page; all load the script that names the requests of the site. */
export const page: Page = (heading, body, options) =>
  framed(heading, body, { head: HEAD, ...options })

/** A page with text as a terminal shows it. */
export const printed = (heading: string, text: string, status = 200): Reply =>
  page(heading, `<pre>${encode(text)}</pre>`, { status })
export const notFound = (): Reply =>
  page('Not found', '<p>There is nothing at this address.</p>', { status: 404 })
