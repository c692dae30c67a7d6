import check from '../../src/scanner/checks/input/redirect.open.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, redirectTo, valueOf } from '../support/site.ts'

const url = 'https://shop.test/login?next=%2Fhome'
const next = (request: HttpRequest): string => valueOf(request, 'next')
/** A site that sends on what its test lets through, and to the front page otherwise. */
const sendsOn = (allows: (value: string) => boolean) => ({
  url,
  site: (request: HttpRequest) => redirectTo(allows(next(request)) ? next(request) : '/'),
})
const ownOrigin = (value: string) =>
  URL.canParse(value, url) && new URL(value, url).origin === 'https://shop.test'

testCheck(check, {
  clean: {
    'a parameter that means nothing': {
      url: 'https://shop.test/?colour=green',
      site: html('<p>green</p>'),
      requests: 0,
    },
    'a parameter by name that means nothing': { url, site: html('<p>login</p>'), requests: 3 },
    'compares the origin': sendsOn(ownOrigin),
    'a list of paths': sendsOn((value) => ['/home', '/cart'].includes(value)),
    'asks to log in first and keeps the value in its own query': {
      url: 'https://shop.test/cart?tab=open',
      site: (request) => redirectTo(`/login?after=${encodeURIComponent(valueOf(request, 'tab'))}`),
      requests: 0,
    },
    'hands the raw value to its own query': {
      url,
      site: (request) => redirectTo(`/login?next=${next(request)}`),
    },
    'hands the value to its own fragment': {
      url,
      site: (request) => redirectTo(`/app#${next(request)}`),
    },
    'sets its own host before it': {
      url,
      site: (request) => redirectTo(`https://shop.test/${next(request)}`),
    },
    'always goes to the same other host': { url, site: redirectTo('https://login.idp.test/') },
    'a value that begins the address of another host by chance': {
      url: 'https://shop.test/?x=h',
      site: redirectTo('https://login.idp.test/shop'),
      requests: 0,
    },
    'hands the address to an app': {
      url,
      site: (request) => redirectTo(`shop-app://${next(request).replace(/^[a-z]*:?\/+/, '')}`),
    },
    'another host keeps the value in its query': {
      url,
      site: (request) => redirectTo(`https://login.idp.test/?back=${next(request)}`),
    },
    'a Location that is not followed': {
      url,
      site: (request) => ({ status: 201, headers: { location: next(request) } }),
    },
    'a path in the value, kept as a path': {
      url: 'https://shop.test/?page=about',
      site: (request) => redirectTo(`/pages/${encodeURIComponent(valueOf(request, 'page'))}.html`),
    },
  },
  found: {
    'copies the parameter': {
      ...sendsOn(() => true),
      match: /^https:\/\/k\w+\.example\/$/,
      confidence: 'confirmed',
      requests: 2,
      note: /Location/,
    },
    'a parameter whose name says nothing': {
      url: 'https://shop.test/?x=1',
      site: (request) => redirectTo(valueOf(request, 'x')),
      confidence: 'confirmed',
    },
    ...Object.fromEntries(
      [301, 303, 307, 308].map((status) => [
        `a redirect by ${status}`,
        {
          url,
          site: (request: HttpRequest) => redirectTo(next(request), status),
          confidence: 'confirmed' as const,
        },
      ]),
    ),
    'refuses schemes': {
      ...sendsOn((value) => !/^\w+:/.test(value)),
      note: /by Location/,
      requests: 3,
    },
    'refuses schemes and double slashes': sendsOn((value) => !/^(?:\w+:|\/\/)/.test(value)),
    'refuses schemes, double slashes and backslashes': sendsOn(
      (value) => !/^(?:\w+:|\/\/)|\\/.test(value),
    ),
    'wants the value to begin with its own origin': {
      ...sendsOn((value) => value.startsWith('https://shop.test')),
      note: /shop\.test\.\w+\.example/,
    },
    'wants its own origin and no dot after it': sendsOn((value) =>
      /^https:\/\/shop\.test(?!\.)/.test(value),
    ),
    'wants its own name at the end': sendsOn((value) => value.endsWith('shop.test')),
    'reads the host behind the last @': sendsOn((value) =>
      /^https:\/\/(?:[^/?#]+@)?shop\.test\//.test(value),
    ),
    'wants a host that ends like its own': {
      ...sendsOn((value) => /^https:\/\/[\w.]*shop\.test(?:\/|$)/.test(value)),
      match: /^https:\/\/k\w+shop\.test\/$/,
    },
    'wants a path, and lets a scheme without slashes pass': sendsOn((value) =>
      /^(?:\/\w|https?:[^/\\])/.test(value),
    ),
    'wants one slash of either kind at the start': sendsOn((value) => /^\/[^/\\]/.test(value)),
    'wants a path, and lets backslashes pass': sendsOn((value) => /^(?:\/\w|\\)/.test(value)),
    'wants a path, and lets many slashes pass': sendsOn((value) => /^\/(?:\w|\/{3})/.test(value)),
    'wants a name, and adds a scheme': {
      url,
      site: (request) =>
        redirectTo(/^[\w.]+$/.test(next(request)) ? `https://${next(request)}` : '/'),
    },
    'appends what begins like a path or a name to its own origin': {
      url,
      site: (request) =>
        redirectTo(/^[/@]\w/.test(next(request)) ? `https://shop.test${next(request)}` : '/'),
    },
    'wants exactly one slash at the start': sendsOn((value) => /^\/[^/\t]/.test(value)),
    'reads no host behind three slashes': sendsOn((value) =>
      /^https:\/\/(?:shop\.test)?(?:\/|$)/.test(value),
    ),
    'refuses schemes by their letters': sendsOn(
      (value) => /^\/\w/.test(value) || (value.includes('://') && !/^https?:/i.test(value)),
    ),
    'refuses two slashes anywhere': sendsOn((value) => !/[\\/][\\/]/.test(value)),
    'cuts two slashes off': {
      url,
      site: (request) =>
        redirectTo(
          next(request)
            .replace(/^https?:/, '')
            .replace(/^\/\//, ''),
        ),
    },
    'decodes once more': {
      url,
      site: (request) =>
        redirectTo(/^[a-z]+:|[\\/]/i.test(next(request)) ? '/' : decodeURIComponent(next(request))),
    },
    'wants one slash at the start, then decodes once more': {
      url,
      site: (request) =>
        redirectTo(/^\/[\w%.-]+\/?$/.test(next(request)) ? decodeURIComponent(next(request)) : '/'),
    },
    'adds a scheme': {
      url: 'https://shop.test/go?to=www.shop.test',
      site: (request) =>
        redirectTo(`https://${valueOf(request, 'to').replace(/^\W+|^https:\W+/, '')}`),
    },
    'appends to its own origin': {
      url,
      site: (request) => redirectTo(`https://shop.test${next(request)}`),
      note: /\.example by Location/,
    },
    'appends what is no user to its own origin': {
      url,
      site: (request) =>
        redirectTo(/[@:\\]/.test(next(request)) ? '/' : `https://shop.test${next(request)}`),
      note: /shop\.test\.\w+\.example by Location/,
    },
    'a form field': {
      url: 'https://shop.test/login',
      form: { user: 'a', next: '/home' },
      site: (request) =>
        request.method === 'POST' ? redirectTo(next(request) || '/') : html('<p>no</p>'),
      confidence: 'confirmed',
    },
    'works once, then no more': {
      url,
      site: (request, nth) => redirectTo(nth < 3 ? next(request) : '/'),
      confidence: 'likely',
    },
    'wants the beginning of a host that it knows': {
      url: 'https://shop.test/out?site=https%3A%2F%2Fdocs.partner.test%2Fguide',
      site: (request) => {
        const to = valueOf(request, 'site')
        return redirectTo(to.startsWith('https://docs.partner.test') ? to : '/')
      },
      note: /docs\.partner\.test\.\w+\.example/,
      confidence: 'confirmed',
    },
    'leads to the recorded place, and to odd ones': {
      url: 'https://shop.test/out?x=welcome',
      site: (request) => {
        const to = valueOf(request, 'x')
        return redirectTo(to === 'welcome' || to.startsWith('//') ? to : '/')
      },
      confidence: 'confirmed',
    },
    'a field of a form with files': {
      url: 'https://shop.test/login',
      multipart: { next: '/home' },
      site: (request) =>
        redirectTo(/name="next"\r\n\r\n(.*)\r\n/.exec(request.body ?? '')?.[1] ?? '/'),
      confidence: 'confirmed',
    },
    'a segment of the path': {
      url: 'https://shop.test/go/home',
      segments: [2],
      site: ({ url: { pathname } }) => redirectTo(decodeURIComponent(pathname.slice(4))),
      confidence: 'confirmed',
    },
  },
  skipped: {
    JSON: { url: 'https://shop.test/api', json: { next: '/home' }, site: html('<p>json</p>') },
    'no parameter': { url: 'https://shop.test/', site: html('<p>none</p>') },
  },
})
