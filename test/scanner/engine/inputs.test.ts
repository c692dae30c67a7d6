import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../src/limits.ts'
import type { Form } from '../../../src/scanner/crawl/forms.ts'
import {
  pointKey,
  pointsOfForm,
  pointsOfBody,
  pointsOfUrl,
  selectPoints,
} from '../../../src/scanner/engine/inputs.ts'
import { toInput } from '../../../src/scanner/engine/inputs-place.ts'
import type { Point } from '../../../src/scanner/engine/unit.ts'
import type { HttpRequest } from '../../../src/scanner/http/exchange.ts'

const FORM: Form = {
  action: 'https://shop.test/comment?to=1',
  method: 'POST',
  enctype: 'urlencoded',
  fields: [
    { name: 'text', type: 'textarea', value: 'a b&c=d' },
    { name: 'tag', type: 'checkbox', value: '1' },
    { name: 'tag', type: 'checkbox', value: '2' },
    { name: '_token', type: 'hidden', value: 'x' },
  ],
  page: 'https://shop.test/',
  submit: 'Post',
}
const jsonRequest = (body: string, type = 'application/json'): HttpRequest => ({
  method: 'POST',
  url: new URL('https://shop.test/api/items?v=1'),
  headers: new Headers({ 'content-type': type }),
  body,
})
const named = (points: readonly Point[]): string[] =>
  points.map(({ kind, name, value }) => `${kind} ${name}=${value}`)
const pairs = (encoded: string): [string, string][] => [...new URLSearchParams(`&${encoded}`)]
const withPayload = (point: Point | undefined, payload: string): HttpRequest => {
  if (point === undefined) throw new Error('no such point')
  return toInput(point).with(payload)
}
const at = (path: string): Point[] => pointsOfUrl(new URL(path, 'https://shop.test'))

/** Text with all that an encoding may stumble over. */
const payloads = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    'a&b=c',
    '100% + #1?',
    '"\'<>\\',
    'ü漢\u{1F600}',
    'a\r\nb\0',
    ' ',
    '',
    '%41',
    '$&$1',
  ),
)

describe('pointsOfUrl', () => {
  it.each<readonly [query: string, points: readonly string[]]>([
    ['?a=1&b=', ['query a=1', 'query b=']],
    ['?a=1&a=2', ['query a=1', 'query a=2']],
    ['?x[]=1&x[]=2&y%5Bk%5D=3', ['query x[]=1', 'query x[]=2', 'query y[k]=3']],
    ['?debug', ['query debug=']],
    ['?a=1=2&=v', ['query a=1=2', 'query =v']],
    ['?q=a+b%26c', ['query q=a b&c']],
    ['??a=1', ['query ?a=1']],
    ['?&&', []],
    ['', []],
  ])('%s', (query, points) => {
    expect(named(pointsOfUrl(new URL(`https://shop.test/s${query}#part`)))).toEqual(points)
  })
  it('gives plain GET requests without fragment', () => {
    const [point] = pointsOfUrl(new URL('https://shop.test/s?a=1#x'))
    expect(point).toMatchObject({ method: 'GET', url: 'https://shop.test/s?a=1', body: null })
    expect(withPayload(point, "';--").url.href).toBe('https://shop.test/s?a=%27%3B--')
  })
  it('keeps a question mark that starts the query', () => {
    const [point] = pointsOfUrl(new URL('https://shop.test/s??a=1'))
    expect(withPayload(point, 'P').url.href).toBe('https://shop.test/s??a=P')
  })
  it('replaces one of repeated parameters and leaves every other byte', () => {
    const points = pointsOfUrl(new URL('https://shop.test/s?a=%7e1&a=2&&flag&b=x+y'))
    expect(points.map((point) => withPayload(point, 'P').url.search)).toEqual([
      '?a=P&a=2&&flag&b=x+y',
      '?a=%7e1&a=P&&flag&b=x+y',
      '?a=%7e1&a=2&&flag=P&b=x+y',
      '?a=%7e1&a=2&&flag&b=P',
    ])
  })
  it('arrives decoded exactly, others untouched', () => {
    const query = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string()), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(query, payloads, fc.nat(), (params, payload, pick) => {
        const url = new URL(`https://shop.test/s?${new URLSearchParams(params).toString()}`)
        const before = pairs(url.search.slice(1))
        const points = pointsOfUrl(url)
        const at = pick % points.length
        const point = points[at]
        const after = pairs(withPayload(point, payload).url.search.slice(1))
        const first = before.findIndex(
          ([name, value]) => name === point?.name && value === point.value,
        )
        expect(after).toEqual(before.with(first, [point?.name ?? '', payload]))
      }),
    )
  })
  it('sends a lone surrogate as the replacement character', () => {
    const [point] = pointsOfUrl(new URL('https://shop.test/s?a=1'))
    expect(withPayload(point, '\ud800').url.search).toBe('?a=%EF%BF%BD')
  })
})

describe('pointsOfForm', () => {
  it('puts POST fields into a urlencoded body, and has the query of the action too', () => {
    const points = pointsOfForm(FORM)
    expect(named(points)).toEqual([
      'form text=a b&c=d',
      'form tag=1',
      'form tag=2',
      'form _token=x',
      'query to=1',
    ])
    const changed = withPayload(points[2], 'x y')
    expect(changed.method).toBe('POST')
    expect(changed.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(changed.body).toBe('text=a+b%26c%3Dd&tag=1&tag=x%20y&_token=x')
    expect(withPayload(points[4], '9')).toMatchObject({ body: points[0]?.body })
  })
  it('puts GET fields into the query', () => {
    const get: Form = { ...FORM, method: 'GET', action: 'https://shop.test/find' }
    expect(pointsOfForm(get)[0]).toMatchObject({
      method: 'GET',
      url: 'https://shop.test/find?text=a+b%26c%3Dd&tag=1&tag=2&_token=x',
      kind: 'query',
      body: null,
    })
  })
  it.each<readonly [why: string, change: Partial<Form>]>([
    ['plain text', { enctype: 'plain' }],
    ['a password', { fields: [...FORM.fields, { name: 'p', type: 'password', value: '' }] }],
    ['a dangerous button', { submit: 'Delete' }],
    ['a dangerous action', { action: 'https://shop.test/checkout' }],
  ])('has no points with %s', (_, change) => {
    expect(pointsOfForm({ ...FORM, ...change })).toEqual([])
  })
  it('arrives decoded exactly, others untouched', () => {
    const values = fc.array(fc.string(), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(values, payloads, (texts, payload) => {
        const fields = texts.map((value, n) => ({ name: `f ${n}&`, type: 'text', value }))
        const at = texts.length - 1
        const point = pointsOfForm({ ...FORM, fields })[at]
        const expected = texts.map((value, n): [string, string] => [
          `f ${n}&`,
          value.toWellFormed(),
        ])
        expect(pairs(withPayload(point, payload).body ?? '')).toEqual(
          expected.with(at, [`f ${at}&`, payload]),
        )
      }),
    )
  })
})

describe('pointsOfBody', () => {
  it('names each leaf by its pointer', () => {
    const body = '{"a":"x","b":[1,{"c/d":true}],"e~":{"":null},"f":{},"g":[]}'
    expect(named(pointsOfBody(jsonRequest(body)))).toEqual([
      'json /a=x',
      'json /b/0=1',
      'json /b/1/c~1d=true',
      'json /e~0/=null',
    ])
  })
  it('replaces a leaf by a string and leaves every other byte', () => {
    const body = '{ "id": 12345678901234567890, "n": "a\\u0041", "x": [1.0 , {"id":2}] }'
    const points = pointsOfBody(jsonRequest(body, 'application/vnd.api+json; charset=utf-8'))
    expect(points.map((point) => withPayload(point, 'P"').body)).toEqual([
      '{ "id": "P\\"", "n": "a\\u0041", "x": [1.0 , {"id":2}] }',
      '{ "id": 12345678901234567890, "n": "P\\"", "x": [1.0 , {"id":2}] }',
      '{ "id": 12345678901234567890, "n": "a\\u0041", "x": ["P\\"" , {"id":2}] }',
      '{ "id": 12345678901234567890, "n": "a\\u0041", "x": [1.0 , {"id":"P\\""}] }',
    ])
    expect(withPayload(points[0], '').headers.get('content-type')).toBe('application/vnd.api+json')
  })
  it.each(['', '{"a":', 'null x', '[1,]'])('has no points in %j', (body) => {
    expect(pointsOfBody(jsonRequest(body))).toEqual([])
  })
  it('has no points where the type is not JSON, nor more than the limit', () => {
    expect(pointsOfBody(jsonRequest('{"a":1}', 'text/plain'))).toEqual([])
    expect(named(pointsOfBody(jsonRequest('"whole"')))).toEqual(['json =whole'])
    const long = JSON.stringify(Array.from({ length: LIMITS.jsonPoints + 5 }, () => 1))
    expect(pointsOfBody(jsonRequest(long))).toHaveLength(LIMITS.jsonPoints)
  })
  it('changes that leaf only, whatever the document', () => {
    fc.assert(
      fc.property(fc.json(), payloads, fc.nat(), (text, payload, pick) => {
        const points = pointsOfBody(jsonRequest(text))
        if (points.length === 0) return
        const point = points[pick % points.length]
        const changed = pointsOfBody(jsonRequest(withPayload(point, payload).body ?? ''))
        expect(changed.map(({ name }) => name)).toEqual(points.map(({ name }) => name))
        for (const [index, { name, value }] of changed.entries()) {
          expect(value).toBe(name === point?.name ? payload : points[index]?.value)
        }
      }),
    )
  })
})

describe('selectPoints', () => {
  it('keeps one point per place, the smallest, in a fixed order', () => {
    const points = ['/i/22?id=2', '/i/3?id=9', '/i/3?id=1', '/i/3?id=1&b=2', '/a?z=1'].flatMap(at)
    const selected = selectPoints(points)
    expect(selected.map(({ url, name }) => [url, name])).toEqual([
      ['https://shop.test/a?z=1', 'z'],
      ['https://shop.test/i/3?id=1&b=2', 'b'],
      ['https://shop.test/i/3?id=1', 'id'],
    ])
    expect(selectPoints(points.toReversed())).toEqual(selected)
  })
  it.each([
    '/logo.png?v=1',
    '/app.js?v=1',
    '/logout?x=1',
    '/x?action=delete',
    '/x?csrf_token=1',
    '/x?_token=1',
    '/x?__VIEWSTATE=1',
    '/x?authenticity_token=1',
    '/x?utm_source=1',
    '/x?PHPSESSID=1',
    '/x?_wpnonce=1',
  ])('leaves out %s', (path) => {
    expect(selectPoints(at(path))).toEqual([])
  })
  it.each(['/x?token=1', '/x?view=1', '/x?sid=1', '/image.php?file=a.png', '/x?state=1'])(
    'keeps %s',
    (path) => {
      expect(selectPoints(at(path))).toHaveLength(1)
    },
  )
  it('is bounded', () => {
    const many = Array.from({ length: LIMITS.points + 10 }, (_, n) => at(`/x?p${n}=1`)).flat()
    expect(selectPoints(many)).toHaveLength(LIMITS.points)
  })
  it('knows a place by method, origin, path template, kind and name', () => {
    const [a] = at('/i/1?x[0]=1')
    const [b] = at('/i/2?x[7]=5')
    if (a === undefined || b === undefined) throw new Error('no points')
    expect(pointKey(a)).toBe(pointKey(b))
    const changes: Partial<Point>[] = [
      { method: 'POST' },
      { kind: 'form' },
      { name: 'y' },
      { url: 'https://shop.test/j/1?x=1' },
      { url: 'https://other.test/i/1?x=1' },
    ]
    for (const change of changes) expect(pointKey({ ...a, ...change })).not.toBe(pointKey(a))
    const leaf = (name: string): string => pointKey({ ...a, kind: 'json', name })
    expect(leaf('/items/0/id')).toBe(leaf('/items/12/id'))
    expect(leaf('/items/0/id')).not.toBe(leaf('/items/0/name'))
  })
})
