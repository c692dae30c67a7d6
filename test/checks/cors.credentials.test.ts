import check from '../../src/scanner/checks/page/cors.credentials.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const url = 'https://shop.test/account'
const BODY = '<h1>Shop</h1><p>Lamps and chairs.</p>'
const originOf = (request: HttpRequest): string | null => request.headers.get('origin')
/** A site that lets in the origins that pass its test. */
const lets = (
  isAllowed: (origin: string) => boolean,
  { credentials = 'true', body = (_: HttpRequest): string => BODY } = {},
) => ({
  url,
  site: (request: HttpRequest): Reply => {
    const origin = originOf(request)
    if (origin === null || !isAllowed(origin)) return html(body(request))
    return html(body(request), {
      headers: {
        'access-control-allow-origin': origin,
        ...(credentials === '' ? {} : { 'access-control-allow-credentials': credentials }),
      },
    })
  },
})
const account = (request: HttpRequest): string =>
  request.headers.get('cookie') === 'sid=a1'
    ? '<h1>Ann</h1><p>Your orders: lamp, chair.</p>'
    : '<h1>Log in</h1><form><input name=user></form>'

testCheck(check, {
  clean: {
    'no header': { url, site: html(BODY), requests: 5 },
    'no header, on http': { url: 'http://shop.test/', site: html(BODY), requests: 4 },
    'its own origins only': {
      url,
      site: (request) => ({
        ...lets((origin) => /^https:\/\/(?:www\.)?shop\.test$/.test(origin)).site(request),
        body: '<p>Vary: Origin</p>',
      }),
    },
    'one origin, whoever asks': {
      url,
      site: html(BODY, {
        headers: {
          'access-control-allow-origin': 'https://www.shop.test',
          'access-control-allow-credentials': 'true',
        },
      }),
    },
    'every origin, which browsers give no session': {
      url,
      site: html(BODY, {
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-credentials': 'true',
        },
      }),
    },
    'a list that browsers do not read': {
      url,
      site: (request) =>
        html(BODY, {
          headers: {
            'access-control-allow-origin': `https://shop.test, ${originOf(request)}`,
            'access-control-allow-credentials': 'true',
          },
        }),
    },
    'the origin in another header': {
      url,
      site: (request) => html(BODY, { headers: { 'x-origin': originOf(request) ?? '' } }),
    },
  },
  found: {
    'any origin, and no session to compare with': {
      ...lets(() => true),
      match: /^https:\/\/k\w+\.example$/,
      confidence: 'likely',
      reason: /was not seen/,
      discriminators: ['random'],
      requests: 2,
    },
    'any origin, and a page that needs the session': {
      ...lets(() => true, { body: account }),
      session: 'sid=a1',
      confidence: 'confirmed',
      note: /`\/account` lets any origin read it/,
      requests: 3,
    },
    'any origin, and a page that is the same for all': {
      ...lets(() => true),
      session: 'sid=a1',
      confidence: 'likely',
    },
    'any origin, and a page that is another one each time': {
      url,
      session: 'sid=a1',
      site: (request, nth) => ({
        ...lets(() => true).site(request),
        body: `<p>${'abcdefgh'[nth % 8]} ${'news of the day '.repeat(1 + (nth % 3))}</p>`,
      }),
      confidence: 'likely',
    },
    'any origin, once, and a page that needs the session': {
      url,
      session: 'sid=a1',
      site: (request, nth) => lets(() => nth < 3, { body: account }).site(request),
      confidence: 'likely',
      reason: /let in once/,
    },
    'any origin, and other words each time': {
      url,
      session: 'sid=a1',
      site: (request, nth) => ({
        ...lets(() => true).site(request),
        body: `<ul>${Array.from({ length: 40 }, (_, at) => `<li>news${nth}of${at * nth}`).join('')}</ul>`,
      }),
      confidence: 'likely',
      reason: /was not seen/,
    },
    'any origin, once': {
      url,
      site: (request, nth) => lets(() => nth < 3).site(request),
      confidence: 'likely',
      reason: /let in once/,
    },
    'the origin null': { ...lets((origin) => origin === 'null'), discriminators: ['null'] },
    'origins that begin like its own': {
      ...lets((origin) => origin.startsWith('https://shop.test')),
      discriminators: ['prefix'],
    },
    'origins that end like its own': {
      ...lets((origin) => /^https:.*shop\.test$/.test(origin)),
      discriminators: ['suffix'],
      match: /^https:\/\/k\w+shop\.test$/,
    },
    'its own host over http': {
      ...lets((origin) => /^https?:\/\/shop\.test$/.test(origin)),
      discriminators: ['http'],
      match: 'http://shop.test',
    },
    'any origin, without the session': {
      ...lets(() => true, { credentials: '' }),
      confidence: 'possible',
      discriminators: ['random'],
      requests: 5,
    },
    'any origin, with a word that browsers do not know': {
      ...lets(() => true, { credentials: 'TRUE' }),
      confidence: 'possible',
    },
    'any origin without the session, null with it': {
      url,
      site: (request) =>
        lets(() => true, { credentials: originOf(request) === 'null' ? 'true' : '' }).site(request),
      confidence: 'likely',
      discriminators: ['null'],
    },
  },
  skipped: {
    'a script': {
      url: 'https://shop.test/a.js',
      site: { headers: { 'content-type': 'text/javascript' }, body: '1' },
    },
    'an image': {
      url: 'https://shop.test/a.png',
      site: { headers: { 'content-type': 'image/png' }, body: '1' },
    },
    'a style': {
      url: 'https://shop.test/a.css',
      site: { headers: { 'content-type': 'text/css' }, body: '1' },
    },
    'a folder that nothing links to': {
      url: 'https://shop.test/img/',
      page: { status: null },
      site: html(BODY),
    },
  },
})
