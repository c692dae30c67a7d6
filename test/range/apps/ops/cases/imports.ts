import { parseXmlDocument } from 'slimdom'
import { get, post, type Received, type Reply, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { json } from '../../../kit/html.ts'
import { field, leaf, param } from '../../../kit/values.ts'
import { page, printed } from '../layout.ts'
import { textOf } from '../xml.ts'

export const ORDER = '<order><note>hi there</note></order>'
export const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><title>A lamp</title></svg>'

export const noted = (note: string | null): Reply =>
  note === null ? printed('Import', 'This is no XML.', 400) : printed('Import', note)
export const notedAsJson = (note: string | null): Reply =>
  note === null ? json({ error: 'not XML' }, 400) : json({ note })
export const isXml = ({ headers }: Received): boolean =>
  /^(?:application|text)\/xml\b/.test(headers['content-type'] ?? '')

/** XML read by parsers that resolve entities. */
export const importRoutes: readonly Route[] = [
  hub(page, '/imports', 'Imports', [
    form('post', '/import/note', [['xml', ORDER, 'textarea']]),
    form('post', '/import/feed', [['feed', ORDER, 'textarea']]),
    form('post', '/import/outline', [['opml', ORDER, 'textarea']]),
    link(`/preview/drawing?source=${encodeURIComponent(DRAWING)}`, 'Drawing'),
  ]),
  post('/import/note', (request) => noted(textOf(field(request, 'xml'), 'note', 'resolves'))),
  post('/api/import', (request) =>
    isXml(request)
      ? notedAsJson(textOf(request.body, 'note', 'resolves'))
      : json({ error: 'send XML' }, 415),
  ),
  post('/api/tickets', (request) =>
    isXml(request)
      ? notedAsJson(textOf(request.body, 'note', 'resolves'))
      : json({ note: leaf(request, '/note') }),
  ),
  get('/preview/drawing', (request) => {
    const title = textOf(param(request, 'source'), 'title', 'resolves')
    return printed('Drawing', title ?? 'This is no drawing.', title === null ? 400 : 200)
  }),
  post('/import/feed', (request) => {
    const feed = field(request, 'feed')
    // PUBLIC identifiers lead to files as well.
    if (/\bSYSTEM\b/i.test(feed)) return printed('Import', 'Nothing from the system.', 400)
    return noted(textOf(feed, 'note', 'resolves'))
  }),
  post('/import/outline', (request) => noted(outlineOf(field(request, 'opml')))),
]

/** This parser expands entities of the document itself and asks for no others. */
function outlineOf(source: string): string | null {
  try {
    return parseXmlDocument(source).documentElement?.textContent ?? ''
  } catch {
    // The parser has no error type of its own for wrong documents.
    return null
  }
}
