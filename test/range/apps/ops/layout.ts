import { makePage } from '../../kit/frame.ts'
import { encode } from '../../kit/html.ts'
import type { Reply } from '../../kit/app.ts'

/** The frame of every page of the desk. */
export const page = makePage({
  site: 'Ops desk',
  nav: [
    ['/', 'Home'],
    ['/network', 'Network'],
    ['/jobs', 'Jobs'],
    ['/documents', 'Documents'],
    ['/imports', 'Imports'],
    ['/checked', 'Checked tools'],
    ['/checked-files', 'Checked documents'],
    ['/manuals', 'Manuals'],
  ],
  script: '/assets/desk.js',
})

/** A page with text as a terminal shows it. */
export const printed = (heading: string, text: string, status = 200): Reply =>
  page(heading, `<pre>${encode(text)}</pre>`, status)
export const notFound = (): Reply =>
  page('Not found', '<p>There is nothing at this address.</p>', 404)
