import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/page/api.undocumented_method.ts'
import { ProbeError, type HttpRequest, type ProbeFailure } from '../../src/scanner/http/exchange.ts'
import { runCheck } from '../support/check-run.ts'
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
const allowing = (
  allow: string,
  elsewhere = 'OPTIONS',
  documented: readonly string[] = ['GET'],
) => ({
  url,
  page: { documented },
  site: ({ method, url: { pathname } }: HttpRequest): Reply =>
    method === 'OPTIONS'
      ? { status: 204, headers: { allow: pathname === '/v1/notes' ? allow : elsewhere }, body: '' }
      : pathname === '/v1/notes'
        ? NOTES
        : MISSING,
})
const closed = (kind: ProbeFailure = 'unreachable'): never => {
  throw new ProbeError(kind, 'The connection was closed.')
}
const only = (verb: string, reply: Reply) => (request: HttpRequest) =>
  request.method === verb ? reply : REFUSED

testCheck(check, {
  clean: {
    'GET is described': { ...at(['GET', 'POST'], only('GET', NOTES)), requests: 1 },
    'HEAD is described, and GET with it': {
      ...at(['HEAD'], only('GET', json([{ id: 2 }]))),
      requests: 1,
    },
    'GET wants a login': at(['POST'], only('GET', json({ error: 'log in to read notes' }, 401))),
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
    'it announces POST, which is described': allowing('GET, POST', 'OPTIONS', ['GET', 'POST']),
    'OPTIONS is dropped': at(['GET'], (request) =>
      request.method === 'OPTIONS' ? closed() : json([{ id: 3 }]),
    ),
    'OPTIONS of what does not exist is dropped': {
      url,
      page: { documented: ['GET'] },
      site: (request) =>
        request.url.pathname === '/v1/notes' ? allowing('GET, PUT').site(request) : closed(),
    },
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
    'GET lists notes, and other methods are dropped': {
      ...at(['POST'], (request) => (request.method === 'GET' ? NOTES : closed())),
      confidence: 'confirmed',
      discriminators: ['get'],
    },
    'POST and PATCH are announced': {
      ...allowing('GET, POST, PATCH'),
      discriminators: ['allow'],
      note: /announces POST, PATCH,/,
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

it('leaves it to the runner to say that the budget is used up', async () => {
  const row = at(['POST'], (request) => (request.method === 'GET' ? NOTES : closed('budget')))
  await expect(runCheck(check, row)).rejects.toMatchObject({ kind: 'budget' })
})
