import check from '../../src/scanner/checks/page/api.undocumented_method.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const url = 'https://api.test/v1/notes'
const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
const NOTES = json([{ id: 1, text: 'Bring the ladder' }])
const REFUSED = json({ error: 'method not allowed' }, 405)
const MISSING = json({ error: 'no such resource' }, 404)
const at = (documented: readonly string[], answers: (request: HttpRequest) => Reply) => ({
  url,
  page: { documented },
  site: (request: HttpRequest): Reply =>
    request.url.pathname === '/v1/notes' ? answers(request) : MISSING,
})
const allowing = (allow: string, elsewhere = 'OPTIONS') => ({
  url,
  page: { documented: ['GET'] },
  site: ({ method, url: { pathname } }: HttpRequest): Reply =>
    method === 'OPTIONS'
      ? { status: 204, headers: { allow: pathname === '/v1/notes' ? allow : elsewhere }, body: '' }
      : pathname === '/v1/notes'
        ? NOTES
        : MISSING,
})
const only = (verb: string, reply: Reply) => (request: HttpRequest) =>
  request.method === verb ? reply : REFUSED

testCheck(check, {
  clean: {
    'GET is described': { ...at(['GET', 'POST'], only('GET', NOTES)), requests: 1 },
    'GET is refused': at(['POST'], only('POST', NOTES)),
    'the form for people at the same address': at(
      ['POST'],
      only('GET', html('<form method="post"><input name="text"></form>')),
    ),
    'every method gets the same help': at(['POST'], () => json({ help: 'POST a note as JSON' })),
    'every path gets the same help': {
      url,
      page: { documented: ['POST'] },
      site: ({ method }) => (method === 'GET' ? json({ help: 'read the manual' }) : REFUSED),
    },
    'an empty answer': at(['POST'], only('GET', { status: 204, body: '' })),
    'it announces what is described': allowing('GET, HEAD, OPTIONS'),
    'every path announces the same': allowing('GET, POST, DELETE', 'GET, POST, DELETE'),
  },
  found: {
    'GET lists what only POST is described for': {
      ...at(['POST'], only('GET', NOTES)),
      confidence: 'confirmed',
      match: '[{"id":1,"text":"Bring the ladder"}]',
      discriminators: ['get'],
      note: /names POST only/,
    },
    'PUT and DELETE are announced': {
      ...allowing('GET, PUT, DELETE'),
      confidence: 'possible',
      match: 'GET, PUT, DELETE',
      discriminators: ['allow'],
      note: /announces PUT, DELETE/,
    },
  },
  skipped: { 'a page of no description': { url, site: NOTES } },
})
