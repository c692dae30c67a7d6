import { describe, expect, it } from 'vitest'

import {
  followedDestinations,
  offeredDestinations,
  scriptedDestinations,
  type Destination,
} from '../../../src/scanner/checks/support/destination.ts'
import { requestOf } from '../../support/inputs.ts'
import { answer, html, type Reply } from '../../support/site.ts'

const WORD = 'k9xq'
const TO = `https://${WORD}.test/`
const shown = (read: (exchange: ReturnType<typeof exchangeOf>) => readonly Destination[]) => {
  return (reply: Reply) => read(exchangeOf(reply)).map(({ by, url }) => `${by} ${url.href}`)
}
const exchangeOf = (reply: Reply) => {
  const request = requestOf({ url: 'https://shop.test/go' })
  return { request, response: answer(reply, request, 0) }
}
const text = (body: string): Reply => ({ headers: { 'content-type': 'text/plain' }, body })
const moved = (body: string): Reply => html(body, { status: 302, headers: { location: '/home' } })
const refresh = (to: string) => `<meta http-equiv=refresh content="0; url=${to}">`

describe('what a browser follows by itself', () => {
  const followed = shown(followedDestinations)
  it.each<readonly [name: string, reply: Reply, found: readonly string[]]>([
    ['a redirect', moved(refresh(TO)), ['Location https://shop.test/home']],
    ['a meta refresh', html(refresh(TO)), [`meta refresh ${TO}`]],
    ['the first of two', html(refresh(TO) + refresh('/other')), [`meta refresh ${TO}`]],
    ['a refresh by the base', html(`<base href=${TO}>${refresh('a')}`), [`meta refresh ${TO}a`]],
    [
      'a refresh by the first base with an address',
      html(`<a href=/x/></a><base target=_top><base href=${TO}>${refresh('a')}`),
      [`meta refresh ${TO}a`],
    ],
    [
      'a refresh by a base that is no address',
      html(`<base href="http://[">${refresh('a')}`),
      ['meta refresh https://shop.test/a'],
    ],
  ])('is %s', (_, reply, found) => {
    expect(followed(reply)).toEqual(found)
  })

  it.each<readonly [name: string, reply: Reply]>([
    ['a page', html('<p>hello</p>')],
    ['a meta refresh in plain text', text(refresh(TO))],
    ['another meta tag', html(`<meta http-equiv=msapplication-task content="0; url=${TO}">`)],
    ['another tag of that name', html(`<p http-equiv=refresh content="0; url=${TO}">`)],
    ['a refresh to what is no address', html(refresh('http://['))],
  ])('is not %s', (_, reply) => {
    expect(followed(reply)).toEqual([])
  })
})

describe('where a script of the page goes', () => {
  const scripted = shown((exchange) => scriptedDestinations(exchange, WORD))
  const script = (to: string) => `<script>location = "${to}"</script>`
  it('is told of the scripts that mention the word', () => {
    expect(scripted(html(script('/other') + script(TO)))).toEqual([`script ${TO}`])
  })
  it.each<readonly [name: string, reply: Reply]>([
    ['in plain text', text(script(TO))],
    ['under a redirect', moved(script(TO))],
    ['to what is no address', html(script(`http://[${WORD}`))],
  ])('is nowhere %s', (_, reply) => {
    expect(scripted(reply)).toEqual([])
  })
})

describe('what a page offers', () => {
  const offered = shown((exchange) => offeredDestinations(exchange, WORD))
  const link = `<a href="${TO}">on</a>`
  it.each<readonly [name: string, reply: Reply, found: readonly string[]]>([
    ['a link', html(link), [`link ${TO}`]],
    ['an area of a picture', html(`<area href="${TO}">`), [`link ${TO}`]],
    [
      'a script, before links',
      html(`${link}<script>if (x) location.assign('https:\\/\\/${WORD}.test\\/a')</script>`),
      [`script ${TO}a`, `link ${TO}`],
    ],
  ])('is %s', (_, reply, found) => {
    expect(offered(reply)).toEqual(found)
  })

  it.each<readonly [name: string, reply: Reply]>([
    ['under a redirect', moved(link)],
    ['in plain text', text(link)],
    ['on a page without the word', html('<a href="/other">on</a>')],
    ['by a style sheet', html(`<link rel=stylesheet href="${TO}">`)],
    ['by a link without an address', html(`<a id=${WORD}>on</a>`)],
    ['by a link to what is no address', html(`<a href="http://[${WORD}">on</a>`)],
  ])('is nothing %s', (_, reply) => {
    expect(offered(reply)).toEqual([])
  })
})
