import { describe, expect, it } from 'vitest'

import {
  isInFile,
  isInHead,
  isInTxt,
  proofPlaces,
  proofToken,
} from '../../src/accounts/ownership.ts'

const places = proofPlaces('account', 'shop.dev')
const { tag, content } = places.meta

describe('the token', () => {
  it('is of one account and one host, and stays the same', () => {
    expect(content).toMatch(/^[0-9a-f]{40}$/)
    expect(proofToken('account', 'shop.dev')).toBe(content)
    expect(proofToken('other', 'shop.dev')).not.toBe(content)
    expect(proofToken('account', 'www.shop.dev')).not.toBe(content)
  })

  it('has three places, an address two', () => {
    expect(places).toEqual({
      dns_txt: { name: '_palisade.shop.dev', value: `palisade-verification=${content}` },
      file: { path: '/.well-known/palisade.txt', content },
      meta: { name: 'palisade-verification', content, tag },
    })
    expect(proofPlaces('account', '198.51.100.7').dns_txt).toBeNull()
    expect(proofPlaces('account', '[2001:db8::1]').dns_txt).toBeNull()
  })
})

describe('a TXT record proves', () => {
  it.each([
    ['among others', ['v=spf1 -all', `palisade-verification=${content}`], true],
    ['with blanks around', [` palisade-verification=${content} `], true],
    ['not the token alone', [content], false],
    ['not another account', [`palisade-verification=${proofToken('b', 'shop.dev')}`], false],
    ['not with more behind it', [`palisade-verification=${content}x`], false],
    ['not where there is none', [], false],
  ])('%s', (_, records, expected) => expect(isInTxt(records, places)).toBe(expected))
})

describe('a file proves', () => {
  it.each([
    ['alone', content, true],
    ['with a line break', `${content}\r\n`, true],
    ['not with text around it', `You asked for ${content}`, false],
    ['not when empty', '', false],
  ])('%s', (_, body, expected) => expect(isInFile(body, places)).toBe(expected))
})

describe('a page proves by its head', () => {
  const page = (head: string, body = '<p>hi') =>
    `<!doctype html><html><head>${head}</head><body>${body}</body></html>`

  it.each([
    ['with the tag', page(`<title>x</title>${tag}`), true],
    ['without head tags', `<title>x</title>${tag}<p>hi`, true],
    ['in capitals', page(`<META CONTENT=${content} NAME=Palisade-Verification>`), true],
    ['after script and style', page(`<script>"<p>"</script><style>p{}</style>${tag}`), true],
    ['not in the body', page('', tag), false],
    ['not after the head', `<html><head></head>${tag}`, false],
    ['not behind a paragraph', `<p>hi</p>${tag}`, false],
    ['not inside a title', page(`<title>${tag}</title>`), false],
    ['not inside a script', page(`<script>'${tag}'</script>`), false],
    ['not inside a comment', page(`<!-- ${tag} -->`), false],
    ['not inside a template', page(`<template>${tag}</template>`), false],
    ['not in an attribute', page(`<meta name="x" content='${tag}'>`), false],
    ['not by another name', page(`<meta name="verification" content="${content}">`), false],
    ['not by another token', page(tag.replace(content, 'x'.repeat(40))), false],
    ['not as text', content, false],
  ])('%s', (_, html, expected) => expect(isInHead(html, places)).toBe(expected))
})
