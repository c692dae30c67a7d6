import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/input/crlf.ts'
import { ProbeError, type HttpRequest } from '../../src/scanner/http/exchange.ts'
import { percentDecode } from '../../src/scanner/http/percent.ts'
import { runCheck } from '../support/check-run.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, valueOf, type Reply } from '../support/site.ts'

const url = 'https://shop.test/set?lang=english'
const lang = (request: HttpRequest): string => valueOf(request, 'lang')

/** An answer whose head is written as text, line by line, as a careless server does. */
const raw = (lines: string, breaks: RegExp = /\r\n|\n|\r/): Reply => {
  const [first = '', ...others] = lines.split(breaks)
  const added = others.flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
  return html('<p>saved</p>', {
    headers: { 'x-lang': first.replace(/[^\x20-\x7e]/g, ''), ...Object.fromEntries(added) },
  })
}
const writes = (treat: (value: string) => string = (value) => value, breaks?: RegExp) => ({
  url,
  site: (request: HttpRequest): Reply => raw(treat(lang(request)), breaks),
})

const refuses = (text: string) => (value: string) => (value.includes(text) ? 'english' : value)
const lowBytes = (value: string) =>
  value.replace(/[^\0-\xff]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) & 0xff))

testCheck(check, {
  clean: {
    'the value is in no header': { url, site: html('<p>english</p>'), requests: 0 },
    'the value is in the page': {
      url,
      site: (request) => html(`<p>${lang(request)}</p>`),
      requests: 0,
    },
    'a short value stands in a header by chance': {
      url: 'https://shop.test/set?lang=en',
      site: html('<p>ok</p>', { headers: { 'content-language': 'en' } }),
      requests: 0,
    },
    'removes line breaks': { ...writes((value) => value.replace(/[\r\n]/g, '')), requests: 6 },
    'encodes the value': writes(encodeURIComponent),
    'refuses line breaks': {
      url,
      site: (request) =>
        /[\r\n]/.test(lang(request)) ? { status: 400, body: 'no' } : raw(lang(request)),
    },
    'sets the header that the value names': {
      url,
      site: (request) => {
        const [, name, value] = /(k\w+): ?(\w+)$/.exec(lang(request)) ?? []
        return html('<p>ok</p>', {
          headers: { 'x-lang': 'english', ...(name === undefined ? {} : { [name]: value ?? '' }) },
        })
      },
    },
    'the text of a header in a header': {
      url,
      site: (request) =>
        html('<p>ok</p>', { headers: { 'x-lang': lang(request).replace(/[^\x20-\x7e]/g, ' ') } }),
    },
  },
  found: {
    'both characters of a line break': {
      ...writes(undefined, /\r\n/),
      match: /^k\w+$/,
      confidence: 'confirmed',
      note: /^`lang` adds the header `k\w+: k\w+` to the answer\.$/,
      requests: 3,
    },
    'the second alone': writes(refuses('\r'), /\n/),
    'the first alone': writes(refuses('\n'), /\r/),
    'removes the first of each': writes((value) => value.replace('\r', '').replace('\n', '')),
    'a cookie with attributes behind the value': {
      ...writes((value) => `lang=${value}; Path=/; HttpOnly`, /\r\n/),
      match: /^k\w+$/,
      confidence: 'confirmed',
    },
    'decodes once more': writes((value) =>
      /[\r\n]/.test(value) ? 'english' : percentDecode(value),
    ),
    'cuts letters to bytes': writes((value) => lowBytes(value.replace(/[\r\n]|%0/g, ''))),
    'the recorded value stands in a redirect': {
      url: 'https://shop.test/go?to=%2Fcart',
      site: (request) => {
        const to = valueOf(request, 'to')
        const [first = '/', ...others] = (to.startsWith('/') ? to : '/home').split('\r\n')
        const added = others.map((line) => line.split(': '))
        return { status: 302, headers: { location: first, ...Object.fromEntries(added) } }
      },
    },
    'only odd values get into the header': {
      url,
      site: (request) => (/\W/.test(lang(request)) ? raw(lang(request)) : html('<p>ok</p>')),
    },
    'a form field that sets a cookie': {
      url: 'https://shop.test/set',
      form: { lang: 'english' },
      site: (request) => {
        const [first = '', ...others] = lang(request).split('\r\n')
        const added = others.map((line) => line.split(': '))
        return html('<p>ok</p>', {
          headers: { 'set-cookie': `lang=${first}`, ...Object.fromEntries(added) },
        })
      },
    },
    'an answer that cannot be read, then one that can': {
      url,
      site: (request) => {
        const value = lang(request)
        if (value.includes('\r')) throw new ProbeError('unreachable', 'No usable answer.')
        return raw(value, /\n/)
      },
      confidence: 'confirmed',
    },
    'an answer that breaks off, then one that does not': {
      url: 'https://shop.test/set?lang=german',
      site: (request) => {
        const value = lang(request)
        if (value.includes('\r')) throw new ProbeError('transport', 'The body broke off.')
        return raw(value, /\n/)
      },
      confidence: 'confirmed',
    },
    'an answer that is no HTTP, then one that is': {
      url: 'https://shop.test/set?lang=danish',
      site: (request) => {
        const value = lang(request)
        if (value.includes('\r')) throw new ProbeError('malformed_answer', 'Half a line break.')
        return raw(value, /\n/)
      },
      confidence: 'confirmed',
    },
    'a short value, and quotes are refused': {
      url: 'https://shop.test/set?lang=en',
      site: (request) => raw(/['"]/.test(lang(request)) ? 'none' : lang(request)),
    },
    'once, then no more': {
      url,
      site: (request, nth) =>
        nth < 3 ? raw(lang(request)) : raw(encodeURIComponent(lang(request))),
      confidence: 'likely',
    },
  },
  skipped: {
    'a header': {
      url: 'https://shop.test/',
      headers: { referer: 'https://shop.test/' },
      site: html('<p>ok</p>'),
    },
  },
})

it('leaves it to the runner to say that the budget is used up', async () => {
  const site = (request: HttpRequest): Reply => {
    if (/[\r\n]/.test(lang(request))) throw new ProbeError('budget', 'The budget is used up.')
    return raw(lang(request))
  }
  await expect(runCheck(check, { url, site })).rejects.toMatchObject({ kind: 'budget' })
})
