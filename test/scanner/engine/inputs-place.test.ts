import { XMLParser } from 'fast-xml-parser'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { multipartBody, MULTIPART_TYPE } from '../../../src/scanner/engine/inputs-multipart.ts'
import { toInput } from '../../../src/scanner/engine/inputs-place.ts'
import { pointKey, pointsOfBody, pointsOfForm } from '../../../src/scanner/engine/inputs.ts'
import { xmlLeaves } from '../../../src/scanner/engine/inputs-xml.ts'
import type { Point } from '../../../src/scanner/engine/unit.ts'

const at = (change: Partial<Point>): Point => ({
  method: 'GET',
  url: 'https://shop.test/orders/17/notes',
  body: null,
  contentType: null,
  kind: 'path',
  name: 'segment 2',
  value: '17',
  ...change,
})
const wellFormed = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed())
/** Text that line ends and form encodings carry unchanged. */
const plain = wellFormed.filter((text) => !/[\r\n]/.test(text))

describe('a multipart field', () => {
  it('arrives exactly, the others untouched', async () => {
    const fields = [
      ['title', 'a "b"'],
      ['note', ''],
      ['note', 'second'],
      ['a"b', 'x'],
    ] as const
    await fc.assert(
      fc.asyncProperty(plain, fc.nat(3), async (payload, nth) => {
        const [name, value] = fields[nth] ?? ['', '']
        const body = multipartBody(fields)
        const point = at({ method: 'POST', kind: 'multipart', name, value, body })
        const sent = toInput({ ...point, contentType: MULTIPART_TYPE }).with(payload)
        const read = await new Response(sent.body, { headers: sent.headers }).formData()
        expect([...read.values()]).toEqual(fields.map(([, old], n) => (n === nth ? payload : old)))
      }),
      { numRuns: 60 },
    )
  })

  it('is a point of a form without files', () => {
    const form = {
      action: 'https://shop.test/post',
      method: 'POST',
      enctype: 'multipart',
      fields: [{ name: 'text', type: 'textarea', value: 'hi' }],
      page: 'https://shop.test/',
      submit: 'Post',
    } as const
    expect(pointsOfForm(form)).toMatchObject([{ kind: 'multipart', name: 'text', value: 'hi' }])
  })
})

describe('a text of an XML body', () => {
  const xml =
    '<?xml version="1.0"?><!-- <no>x</no> --><order id="1"><note>a &amp; b</note><item><sku>1</sku></item><item><sku>2</sku></item><gift/></order>'
  it('is named by its path', () => {
    const headers = new Headers({ 'content-type': 'application/xml' })
    const url = new URL('https://shop.test/api')
    const points = pointsOfBody({ method: 'POST', url, headers, body: xml })
    expect(points.map(({ kind, name, value }) => `${kind} ${name}=${value}`)).toEqual([
      'xml /order/note=a & b',
      'xml /order/item/sku=1',
      'xml /order/item/2/sku=2',
    ])
  })
  it('arrives exactly', () => {
    const printable = fc.string().filter((text) => text.trim() === text && text !== '')
    fc.assert(
      fc.property(printable, (payload) => {
        const point = at({ kind: 'xml', name: '/order/item/2/sku', value: '2', body: xml })
        const parser = new XMLParser({ parseTagValue: false })
        const read: unknown = parser.parse(toInput(point).with(payload).body ?? '')
        expect(read).toMatchObject({
          order: { note: 'a & b', item: [{ sku: '1' }, { sku: payload }] },
        })
      }),
    )
  })
  it('is not looked for in what is no example', () => {
    expect(xmlLeaves(`<a>${'<!--'.repeat(50_000)}</a>`)).toEqual([])
    expect(xmlLeaves('</a></b>')).toEqual([])
  })
})

describe('a segment of a path', () => {
  it('stays one segment, whatever it holds', () => {
    fc.assert(
      fc.property(
        wellFormed.filter((text) => !/^(?:\.|%2e){0,2}$/i.test(text)),
        (payload) => {
          const { pathname } = toInput(at({})).with(payload).url
          const [, first, second = '', last, ...more] = pathname.split('/')
          expect([first, last, more]).toEqual(['orders', 'notes', []])
          expect(decodeURIComponent(second)).toBe(payload)
        },
      ),
    )
  })
  it('is the same place in pages beside each other', () => {
    const named = (url: string) => pointKey(at({ url, name: 'segment 1' }))
    expect(named('https://shop.test/anna')).toBe(named('https://shop.test/boris'))
    expect(named('https://shop.test/anna/x')).not.toBe(named('https://shop.test/anna/y'))
  })
})

describe('a cookie and a header', () => {
  it('are part of the recorded request', () => {
    const cookie = toInput(at({ kind: 'cookie', name: 'lang', value: 'en' }))
    expect(cookie.request.headers.get('cookie')).toBe('lang=en')
    const header = toInput(at({ kind: 'header', name: 'referer', value: 'https://shop.test/' }))
    expect(header.request.headers.get('referer')).toBe('https://shop.test/')
  })
  it.each([
    ["it's 1", "lang=it's 1"],
    ['a;b\r\nc%', 'lang=a%3Bb%0D%0Ac%25'],
    [' é ', 'lang=%20%C3%A9%20'],
  ])('a cookie carries %j as %j', (payload, sent) => {
    const { headers } = toInput(at({ kind: 'cookie', name: 'lang', value: 'en' })).with(payload)
    expect(headers.get('cookie')).toBe(sent)
  })
  it('can be sent whatever the payload is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('cookie', 'header'),
        (text, kind) => {
          expect(toInput(at({ kind, name: 'referer' })).with(text).url.href).toBe(at({}).url)
        },
      ),
    )
  })
})
