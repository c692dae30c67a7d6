import { describe, expect, it } from 'vitest'
import { urlItemOf } from '../../../src/scanner/crawl/visit.ts'
import { answer } from './answer.ts'

describe('urlItemOf', () => {
  it('lists parameters of query and form once, sorted', () => {
    const exchange = answer('', { url: 'https://shop.test/s?b=1&a=2&b=3', status: 404 })
    const request = {
      ...exchange.request,
      method: 'POST',
      headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
      body: 'c=1&a=3',
    }
    expect(urlItemOf({ ...exchange, request }, 'form')).toEqual({
      url: 'https://shop.test/s?b=1&a=2&b=3',
      method: 'POST',
      source: 'form',
      status: 404,
      content_type: 'text/html',
      parameters: ['a', 'b', 'c'],
    })
    expect(urlItemOf(answer('', { type: null }), 'target')).toMatchObject({
      content_type: null,
      parameters: [],
    })
  })
})
