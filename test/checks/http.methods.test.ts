import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/page/http.methods.ts'
import { ProbeError, type HttpRequest } from '../../src/scanner/http/exchange.ts'
import { runCheck } from '../support/check-run.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const url = 'https://shop.test/files/'
const PAGE = html('<h1>Files</h1>')
const REFUSED: Reply = { status: 405, body: 'Method not allowed' }
const options = (headers: Readonly<Record<string, string>>, page: Reply = PAGE) => ({
  url,
  site: ({ method }: HttpRequest): Reply =>
    method === 'OPTIONS' ? { headers, body: '' } : method === 'GET' ? page : REFUSED,
})
const MULTISTATUS: Reply = {
  status: 207,
  headers: { 'content-type': 'application/xml; charset="utf-8"' },
  body: '<?xml version="1.0"?>\n<D:multistatus xmlns:D="DAV:"><D:response/></D:multistatus>',
}
const propfind = (reply: Reply) => ({
  url,
  site: ({ method, headers }: HttpRequest): Reply =>
    method === 'PROPFIND' && headers.get('depth') === '0'
      ? reply
      : method === 'GET'
        ? PAGE
        : REFUSED,
})
const overrides = (name: string, answer: (method: string) => Reply) => ({
  url,
  site: ({ method, headers }: HttpRequest): Reply =>
    method === 'GET' ? answer(headers.get(name) ?? 'GET') : REFUSED,
})
const known = (method: string): Reply => (method === 'GET' ? PAGE : REFUSED)

/** The request as it came: RFC 9110, 9.3.8. */
const asText = ({ method, url: { pathname }, headers }: HttpRequest): string =>
  `${method} ${pathname} HTTP/1.1\r\n${[...headers].map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`
const message = (body: string): Reply => ({ headers: { 'content-type': 'message/http' }, body })
const tracing = (answer: (request: HttpRequest, nth: number) => Reply) => ({
  url,
  site: (request: HttpRequest, nth: number): Reply =>
    request.method === 'TRACE' ? answer(request, nth) : request.method === 'GET' ? PAGE : REFUSED,
})

testCheck(check, {
  clean: {
    'answers GET only': { ...options({ allow: 'GET, HEAD, OPTIONS' }), requests: 4 },
    'says nothing': { url, site: PAGE },
    'a resource of an API that can be changed': options(
      { allow: 'GET, PUT, DELETE' },
      { headers: { 'content-type': 'application/json' }, body: '{}' },
    ),
    'methods that only sound alike': options({ allow: 'GET, OUTPUT, TRACER' }),
    'a page for every method': { url, site: { ...PAGE, status: 207 } },
    'another kind of 207': propfind({
      ...MULTISTATUS,
      body: '<results><status>ok</status></results>',
    }),
    'a 207 in JSON': propfind({
      ...MULTISTATUS,
      headers: { 'content-type': 'application/json' },
    }),
    'a login before WebDAV': propfind({ ...MULTISTATUS, status: 401 }),
    'refuses the header, whatever it says': {
      url,
      site: ({ method, headers }) =>
        method === 'GET' && !headers.has('x-http-method-override') ? PAGE : REFUSED,
    },
    'a filter refuses the header': overrides('x-http-method-override', (method) =>
      method === 'GET' ? PAGE : { status: 403, body: 'Access denied' },
    ),
    'a firewall refuses the header with its own page': overrides(
      'x-http-method-override',
      (method) =>
        method === 'GET'
          ? PAGE
          : {
              status: 405,
              body: "<title>405</title>Sorry, your request has been blocked as it may cause potential threats to the server's security.",
            },
    ),
    'a page that fails at first': {
      url,
      site: ({ method, headers }, nth) =>
        nth > 0 && method === 'GET' ? known(headers.get('x-http-method') ?? 'GET') : REFUSED,
    },
    'refuses once, by chance': {
      url,
      site: ({ method }, nth) => (method === 'GET' && nth !== 4 ? PAGE : REFUSED),
    },
    'a page that fails anyhow': {
      url,
      site: ({ method }, nth) => (method === 'GET' && nth < 1 ? PAGE : REFUSED),
      requests: 3,
    },
    'a page that lists headers': {
      url,
      site: (request) => message(`You sent:\n${asText(request)}`),
    },
    'TRACE without the headers': tracing(({ method }) => message(`${method} /files/ HTTP/1.1\r\n`)),
    'a firewall drops TRACE': tracing(() => {
      throw new ProbeError('unreachable', 'No usable answer.')
    }),
  },
  found: {
    'announces TRACE': {
      ...options({ allow: 'GET,POST,OPTIONS,HEAD,TRACE' }),
      match: 'GET,POST,OPTIONS,HEAD,TRACE',
      confidence: 'possible',
      discriminators: ['allow'],
      note: /announces TRACE\./,
    },
    'announces writing to a page': {
      ...options({ allow: 'get, put, delete' }),
      note: /announces PUT, DELETE\./,
    },
    'announces WebDAV to the public': {
      ...options({ public: 'OPTIONS, GET, PROPFIND, LOCK' }),
      note: /announces PROPFIND, LOCK\./,
    },
    WebDAV: {
      ...propfind(MULTISTATUS),
      match: '<D:multistatus xmlns:D="DAV:">',
      confidence: 'confirmed',
      discriminators: ['webdav'],
      requests: 5,
    },
    'WebDAV in a folder that nothing links to': {
      url: 'https://shop.test/share/',
      page: { status: null },
      site: ({ method }) =>
        method === 'PROPFIND' ? MULTISTATUS : { status: 403, body: 'Forbidden' },
      discriminators: ['webdav'],
    },
    'WebDAV once': {
      url,
      site: (request, nth) => (nth < 4 ? propfind(MULTISTATUS).site(request) : PAGE),
      confidence: 'likely',
    },
    TRACE: {
      ...tracing((request) => message(asText(request))),
      match: /^x-k\w+: k\w+$/,
      confidence: 'confirmed',
      discriminators: ['trace'],
      requests: 5,
    },
    'TRACE once': {
      ...tracing((request, nth) => (nth < 6 ? message(asText(request)) : REFUSED)),
      confidence: 'likely',
      discriminators: ['trace'],
    },
    'a header that replaces the method': {
      ...overrides('x-http-method-override', known),
      confidence: 'confirmed',
      discriminators: ['override'],
      match: null,
      requests: 6,
    },
    'another such header': overrides('x-http-method', (method) =>
      method === 'GET' ? PAGE : { status: 501, body: 'Not implemented' },
    ),
    'a third such header': overrides('x-method-override', (method) =>
      method === 'GET' ? PAGE : { status: 400, body: 'Unknown method' },
    ),
  },
})

it('leaves it to the runner to say that a runtime cannot send TRACE', async () => {
  const { site } = tracing(() => {
    throw new ProbeError('transport', 'This runtime cannot send such a TRACE request.')
  })
  await expect(runCheck(check, { url, site })).rejects.toMatchObject({ kind: 'transport' })
})
