import { afterAll, describe, expect, it } from 'vitest'
import { start as startDepot } from '../range/apps/depot/app.ts'
import { truth as depotTruth } from '../range/apps/depot/truth.ts'
import { start as startKiosk } from '../range/apps/kiosk/app.ts'
import { truth as kioskTruth } from '../range/apps/kiosk/truth.ts'
import { start as startLedger } from '../range/apps/ledger/app.ts'
import { truth as ledgerTruth } from '../range/apps/ledger/truth.ts'
import { request, type Request } from '../support/range-requests.ts'

const [depot, kiosk, ledger] = await Promise.all([startDepot(), startKiosk(), startLedger()])
const APPS = { depot, kiosk, ledger }
type Name = keyof typeof APPS
afterAll(() => Promise.all([depot.close(), kiosk.close(), ledger.close()]))

/** A request of an operation with one value in it. */
type Place = (path: string, value: string) => readonly [path: string, request: Request]
const segment: Place = (path, value) => [`${path}/${encodeURIComponent(value)}`, {}]
const query =
  (name: string): Place =>
  (path, value) => [`${path}?${name}=${encodeURIComponent(value)}`, {}]
const json =
  (method: string, bodyOf: (value: string) => object): Place =>
  (path, value) => [path, { method, body: { json: bodyOf(value) } }]
const form =
  (name: string): Place =>
  (path, value) => [path, { body: { form: { [name]: value } } }]
const xml: Place = (path, text) => [path, { body: { text, type: 'application/xml' } }]
const header =
  (name: string): Place =>
  (path, value) => [path, { headers: { [name]: value } }]

const JOINED = "UNION SELECT 'made-'||'up'"
const SUM = '$((1337*1337))'
const UP = '../'.repeat(12)
const ENTITY = `<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><d><note>&e;</note></d>`

type Pair = Readonly<{
  app: Name
  at: Place
  paths: readonly [flaw: string, twin: string]
  usual: string
  shown: string
  hostile: string
  /** What only the hostile value shows, and only where the flaw is. */
  gained: string
}>
const pair = (
  app: Name,
  at: Place,
  paths: Pair['paths'],
  [usual, shown]: readonly [string, string],
  [hostile, gained]: readonly [string, string],
): Pair => ({ app, at, paths, usual, shown, hostile, gained })

const PAIRS: readonly Pair[] = [
  pair(
    'depot',
    segment,
    ['/v1/parts', '/v1/articles'],
    ['BX-100', 'Box, small'],
    [`x' ${JOINED}, 2, 3 --`, 'made-up'],
  ),
  pair(
    'depot',
    json('POST', (name) => ({ filter: { name } })),
    ['/v1/search', '/v1/find'],
    ['Box', 'BX-200'],
    [`x' ${JOINED} --`, 'made-up'],
  ),
  pair(
    'depot',
    query('max_weight'),
    ['/v1/lots', '/v1/light'],
    ['5', 'TP-010'],
    [`0 ${JOINED}, 2`, 'made-up'],
  ),
  pair(
    'depot',
    json('PATCH', (sku) => ({ lines: [{ sku, amount: 1 }] })),
    ['/v1/counts', '/v1/tallies'],
    ['TP-010', 'Tape'],
    [`x" ${JOINED} --`, 'made-up'],
  ),
  pair(
    'depot',
    header('x-warehouse'),
    ['/v1/bins', '/v1/racks'],
    ['north', 'BX-100'],
    [`x' AND 1=2 ${JOINED} --`, 'made-up'],
  ),
  pair(
    'depot',
    query('file'),
    ['/v1/manuals', '/v1/guides'],
    ['intro.txt', 'content'],
    [`${UP}etc/passwd`, 'root:'],
  ),
  pair(
    'depot',
    segment,
    ['/v1/logs', '/v1/journal'],
    ['boot.log', ''],
    [`${UP}etc/passwd`, 'root:'],
  ),
  pair(
    'depot',
    json('POST', (host) => ({ target: { host } })),
    ['/v1/probe', '/v1/reach'],
    ['gate', 'probing gate'],
    [`gate; echo ${SUM}`, '1787569'],
  ),
  pair('depot', form('line'), ['/v1/labels', '/v1/tags'], ['Shelf', 'Shelf|'], [SUM, '1787569']),
  pair(
    'depot',
    json('PUT', (expression) => ({ expression })),
    ['/v1/formula', '/v1/sum'],
    ['6*7', '42'],
    ["[6,7].join('x')", '6x7'],
  ),
  pair(
    'depot',
    xml,
    ['/v1/import', '/v1/intake'],
    ['<d><note>fragile</note></d>', 'fragile'],
    [ENTITY, 'root:'],
  ),
  pair(
    'kiosk',
    query('name'),
    ['/shop/goods', '/shop/wares'],
    ['Tape', 'TP-010'],
    [`x' ${JOINED} --`, 'made-up'],
  ),
  pair(
    'kiosk',
    form('sku'),
    ['/shop/notes', '/shop/slips'],
    ['TP-010', 'Tape'],
    ["x'", 'SQLITE_ERROR'],
  ),
  pair(
    'ledger',
    segment,
    ['/entries', '/records'],
    ['TP-010', 'Tape'],
    [`x' ${JOINED} --`, 'made-up'],
  ),
  pair(
    'ledger',
    query('most'),
    ['/weights', '/measures'],
    ['1', 'TP-010'],
    [`0 ${JOINED}`, 'made-up'],
  ),
]

describe('the flaws of APIs', () => {
  it.each(PAIRS)('$app $paths.0 gives $gained away, $paths.1 does not', async (row) => {
    const ask = (path: string, value: string) => request(APPS[row.app], ...row.at(path, value))
    const [flaw, twin] = row.paths
    for (const path of row.paths) {
      const usual = await ask(path, row.usual)
      expect(usual).toMatchObject({ status: 200, body: expect.stringContaining(row.shown) })
      expect(usual.body).not.toContain(row.gained)
    }
    expect((await ask(flaw, row.hostile)).body).toContain(row.gained)
    expect((await ask(twin, row.hostile)).body).not.toContain(row.gained)
  })

  it('/v1/me lets any origin read with credentials, /v1/profile none', async () => {
    const headers = { origin: 'https://other.example' }
    const allowed = { 'access-control-allow-origin': headers.origin }
    expect((await request(depot, '/v1/me', { headers })).headers).toMatchObject(allowed)
    const { headers: closed } = await request(depot, '/v1/profile', { headers })
    expect(closed['access-control-allow-origin']).toBeUndefined()
  })

  it('/v1/go leads to any host, /v1/leave to its own paths', async () => {
    const to = encodeURIComponent('https://other.example/')
    const { headers } = await request(depot, `/v1/go?to=${to}`)
    expect(headers.location).toBe('https://other.example/')
    expect((await request(depot, `/v1/leave?to=${to}`)).status).toBe(422)
    expect((await request(depot, '/v1/leave?to=/v1/faq')).headers.location).toBe('/v1/faq')
  })

  it('/v1/forecast shows a stack trace, /v1/outlook says that it failed', async () => {
    expect((await request(depot, '/v1/forecast')).body).toMatch(/TypeError: .*\\n\s+at broken \(/)
    expect((await request(depot, '/v1/outlook')).body).not.toMatch(/\bat \w+/)
  })

  it('/v1/drafts answers a GET that nobody describes, /v1/sketches does not', async () => {
    expect((await request(depot, '/v1/drafts')).body).toContain('Offer for Monday')
    expect((await request(depot, '/v1/sketches')).status).toBe(404)
    expect((await request(depot, '/openapi.json')).body).not.toMatch(/"\/drafts":\{"get"/)
  })

  it('has errors and methods that mean nothing', async () => {
    expect((await request(depot, '/v1/faq')).body).toContain('SQLITE_ERROR')
    const [read, posted] = await Promise.all([
      request(depot, '/v1/board'),
      request(depot, '/v1/board', { body: { json: { text: 'x' } } }),
    ])
    expect(read.body).toBe(posted.body)
  })
})

describe('the truth', () => {
  const proved = (app: Name) =>
    PAIRS.filter((row) => row.app === app).flatMap(({ paths: [flaw] }) => flaw)
  const OTHERS = ['/v1/me', '/v1/go', '/v1/forecast', '/v1/drafts']

  it.each([
    ['depot', depotTruth, OTHERS],
    ['kiosk', kioskTruth, []],
    ['ledger', ledgerTruth, []],
  ] as const)('of %s has a proof for every flaw, and a twin for each', (app, truth, others) => {
    const flaws = truth.expected.filter(({ must }) => must).map(({ path }) => path ?? '')
    const isProved = (path: string) =>
      [...proved(app), ...others].some((known) => path === known || path.startsWith(`${known}/`))
    expect(flaws.filter((path) => !isProved(path))).toEqual([])
    const twins = PAIRS.filter((row) => row.app === app).map(({ paths }) => paths[1])
    const named = truth.clean.map(({ path }) => path)
    const isNamed = (twin: string) => named.some((path) => `${path}/`.startsWith(`${twin}/`))
    expect(twins.filter((twin) => !isNamed(twin))).toEqual([])
  })
})
