import { alsoByOtherMeans, atPath, may, must, type Truth } from '../../truth.ts'

const expected = [
  must(
    'sqli.boolean',
    ['GET', '/v1/parts/BX-100', 'segment 3'],
    'text, in the path, errors hidden',
  ),
  must('sqli.error', ['POST', '/v1/search', '/filter/name'], 'pattern, in a nested leaf'),
  must('sqli.boolean', ['GET', '/v1/lots', 'max_weight'], 'number, in the query, errors hidden'),
  must(
    'sqli.error',
    ['PATCH', '/v1/counts', '/lines/0/sku'],
    'double quotes, in a list of a PATCH',
  ),
  must('sqli.error', ['GET', '/v1/bins', 'x-warehouse'], 'text, in a header that is required'),
  must('path.traversal', ['GET', '/v1/manuals', 'file'], 'joined to the folder'),
  must('path.traversal', ['GET', '/v1/logs/boot.log', 'segment 3'], 'a segment, decoded, joined'),
  must('cmdi.echo', ['POST', '/v1/probe', '/target/host'], 'without quotes, in a leaf'),
  must('cmdi.echo', ['POST', '/v1/labels', 'line'], 'within double quotes, in a form'),
  must('code.eval', ['PUT', '/v1/formula', '/expression'], 'evaluated as JavaScript'),
  atPath('xxe', '/v1/import', 'resolves entities'),
  atPath('cors.credentials', '/v1/me', 'any origin'),
  atPath('info.stacktrace', '/v1/forecast', 'the trace is the message'),
  must('redirect.open', ['GET', '/v1/go', 'to'], 'wherever it says'),
  atPath('api.undocumented_method', '/v1/drafts', 'GET is not described'),
]

/** What else is true there. */
const also = [
  may('cmdi.time', ['POST', '/v1/probe', '/target/host'], 'waits as well'),
  may('cmdi.time', ['POST', '/v1/labels', 'line'], 'waits as well'),
  ...['/v1/search', '/v1/counts', '/v1/bins'].map((path) => ({
    ...atPath('info.dberror', path, 'shows the error'),
    must: false,
  })),
]

const clean = (path: string, parameter: string | null, why: string) => ({ path, parameter, why })

export const truth: Truth = {
  expected: [...expected, ...also, ...alsoByOtherMeans(expected)],
  clean: [
    clean('/v1/articles/BX-100', 'segment 3', 'bound'),
    clean('/v1/find', '/filter/name', 'bound'),
    clean('/v1/light', 'max_weight', 'digits only'),
    clean('/v1/tallies', '/lines/0/sku', 'bound'),
    clean('/v1/racks', 'x-warehouse', 'bound'),
    clean('/v1/guides', 'file', 'the name alone'),
    clean('/v1/journal/boot.log', 'segment 3', 'letters only'),
    clean('/v1/reach', '/target/host', 'an argument, no shell'),
    clean('/v1/tags', 'line', 'an argument, no shell'),
    clean('/v1/sum', '/expression', 'a calculator'),
    clean('/v1/intake', null, 'document types refused'),
    clean('/v1/profile', null, 'no other origin'),
    clean('/v1/outlook', null, 'says that it failed, not why'),
    clean('/v1/leave', 'to', 'own paths only'),
    clean('/v1/sketches', null, 'GET is refused'),
    clean('/v1/faq', null, 'text about errors that is always there'),
    clean('/v1/board', null, 'every method gets the same'),
  ],
}
