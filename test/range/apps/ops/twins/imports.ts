import { XMLParser } from 'fast-xml-parser'
import { get, post, type Route } from '../../../kit/app.ts'
import { form } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { json } from '../../../kit/html.ts'
import { field, leaf, param } from '../../../kit/values.ts'
import { DRAWING, isXml, noted, notedAsJson, ORDER } from '../cases/imports.ts'
import { printed } from '../layout.ts'
import { textOf } from '../xml.ts'

const parser = new XMLParser({ processEntities: false, parseTagValue: false })
const DOCTYPE = /<!DOCTYPE/i

/** What leads to the routes below. */
export const XML_ENTRIES = [
  form('post', '/import/invoice', [['xml', ORDER, 'textarea']]),
  form('post', '/import/listing', [['feed', ORDER, 'textarea']]),
  form('post', '/import/source', [['xml', ORDER, 'textarea']]),
  link(`/preview/sketch?source=${encodeURIComponent(DRAWING)}`, 'Sketch'),
]

/** XML whose entities stay what they are, or that is not read at all. */
export const importTwins: readonly Route[] = [
  post('/import/invoice', (request) => noted(unexpanded(field(request, 'xml'), 'order', 'note'))),
  post('/import/listing', (request) => noted(strict(field(request, 'feed')))),
  post('/import/source', (request) => printed('Source', field(request, 'xml'))),
  post('/api/import/strict', (request) =>
    isXml(request) ? notedAsJson(strict(request.body)) : json({ error: 'send XML' }, 415),
  ),
  post('/api/memos', (request) =>
    isXml(request)
      ? json({ error: 'send JSON' }, 415)
      : json({ note: leaf(request, '/note'), accepted: true }),
  ),
  get('/preview/sketch', (request) => {
    const title = unexpanded(param(request, 'source'), 'svg', 'title')
    return printed('Sketch', title ?? 'This is no drawing.', title === null ? 400 : 200)
  }),
]

const strict = (source: string): string | null =>
  DOCTYPE.test(source) ? null : textOf(source, 'note', 'plain')

function unexpanded(source: string, root: string, element: string): string | null {
  try {
    const document: unknown = parser.parse(source)
    const value = memberOf(memberOf(document, root), element)
    return typeof value === 'string' ? value : null
  } catch {
    // The parser has no error type of its own for wrong documents.
    return null
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
