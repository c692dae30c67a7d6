import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/origin/https.redirect.ts'
import { ProbeError, type HttpRequest, type ProbeFailure } from '../../src/scanner/http/exchange.ts'
import { runCheck } from '../support/check-run.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, redirectTo, type Reply } from '../support/site.ts'

const PAGE = html('<h1>Shop</h1>')
const url = 'http://shop.test/'
/** A site by scheme and host; what it does not have cannot be reached, or not be asked. */
const hosts =
  (known: Readonly<Record<string, Reply>>, otherwise: ProbeFailure = 'unreachable') =>
  ({ url: { origin } }: HttpRequest): Reply => {
    const reply = known[origin]
    if (reply === undefined) throw new ProbeError(otherwise, `${origin} did not answer.`)
    return reply
  }
const SECURE = { 'https://shop.test': PAGE, 'https://www.shop.test': PAGE }

testCheck(check, {
  clean: {
    'a redirect to https': {
      url,
      site: hosts({ ...SECURE, 'http://shop.test': redirectTo('https://shop.test/') }),
      requests: 2,
    },
    'a permanent redirect to www': {
      url,
      site: hosts({ ...SECURE, 'http://shop.test': redirectTo('https://www.shop.test/', 301) }),
    },
    'https only': { url: 'https://shop.test/', site: hosts(SECURE) },
    'nobody answers in time': {
      url: 'https://shop.test/x',
      site: hosts(SECURE, 'timeout'),
    },
    'another protocol on the port of http': {
      url: 'https://shop.test/ssh',
      site: hosts(SECURE, 'malformed_answer'),
    },
    'an error over http': {
      url,
      site: hosts({ ...SECURE, 'http://shop.test': { status: 403, body: 'Use HTTPS' } }),
    },
    'a redirect that leaves the scope': {
      url,
      site: hosts({ 'http://shop.test': redirectTo('http://other.test/') }, 'out_of_scope'),
    },
  },
  found: {
    'a page over http, https beside it': {
      url,
      site: hosts({ ...SECURE, 'http://shop.test': PAGE }),
      match: null,
      confidence: 'confirmed',
      discriminators: ['no-redirect'],
      note: /answers 200 over plain HTTP; although HTTPS is offered/,
      requests: 3,
    },
    'a page over http, from the side of https': {
      url: 'https://shop.test/',
      site: hosts({ ...SECURE, 'http://shop.test': PAGE }),
      discriminators: ['no-redirect'],
    },
    'http only': {
      url,
      site: hosts({ 'http://shop.test': PAGE }),
      discriminators: ['no-https'],
      note: /HTTPS gave no usable answer/,
    },
    'http, and another protocol on the port of https': {
      url,
      site: hosts({ 'http://shop.test': html('<h1>Shop by phone</h1>') }, 'malformed_answer'),
      discriminators: ['no-https'],
    },
    'http, and https out of scope': {
      url,
      site: hosts({ 'http://shop.test': html('<h1>Shop of old</h1>') }, 'out_of_scope'),
      discriminators: ['no-redirect'],
      note: /out of the scope/,
    },
    'http, and https excluded': {
      url,
      site: hosts({ 'http://shop.test': html('<h1>Shop, too</h1>') }, 'excluded'),
      discriminators: ['no-redirect'],
    },
    'redirects that end on http': {
      url,
      site: hosts({
        'http://shop.test': redirectTo('http://www.shop.test/'),
        'http://www.shop.test': PAGE,
      }),
      note: /http:\/\/www\.shop\.test answers/,
    },
    'http at times': {
      url,
      site: (request, nth) =>
        hosts({
          ...SECURE,
          'http://shop.test': nth < 3 ? PAGE : redirectTo('https://shop.test/'),
        })(request),
      confidence: 'likely',
    },
    'http at times, refused at others': {
      url,
      site: (request, nth) =>
        hosts({
          ...SECURE,
          'http://shop.test': nth < 3 ? PAGE : { status: 403, body: 'Use HTTPS' },
        })(request),
      confidence: 'likely',
    },
    'http at times, nobody there at others': {
      url,
      site: (request, nth) =>
        hosts(nth < 3 ? { ...SECURE, 'http://shop.test': PAGE } : SECURE)(request),
      confidence: 'likely',
    },
    'another redirect before the one to https': {
      url,
      site: hosts({
        ...SECURE,
        'http://shop.test': redirectTo('http://www.shop.test/'),
        'http://www.shop.test': redirectTo('https://www.shop.test/'),
      }),
      match: 'http://www.shop.test/',
      discriminators: ['late'],
    },
  },
  skipped: {
    'an address': { url: 'http://192.0.2.7/', site: PAGE },
    'an IPv6 address': { url: 'http://[2001:db8::7]/', site: PAGE },
    'this machine': { url: 'http://shop.localhost/', site: PAGE },
  },
})

it('leaves it to the runner to say that http is out of scope', async () => {
  const row = { url: 'https://shop.test/', site: hosts(SECURE, 'out_of_scope') }
  await expect(runCheck(check, row)).rejects.toMatchObject({ kind: 'out_of_scope' })
})

it('leaves it to the runner to say that https did not answer in time', async () => {
  const row = { url, site: hosts({ 'http://shop.test': PAGE }, 'timeout') }
  await expect(runCheck(check, row)).rejects.toMatchObject({ kind: 'timeout' })
})
