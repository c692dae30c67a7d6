import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/ops/app.ts'
import { truth } from '../range/apps/ops/truth.ts'
import {
  asMarkup,
  askAt,
  nameOf,
  placesClean,
  placesOfTruth,
  placesProved,
  type Place,
} from '../support/e2e-range.ts'

const ops = await start()
afterAll(() => ops.close())

const PASSWD = 'root:x:0:0:'
const UP = '../'.repeat(12)

/** `[place, usual value, what its answer shows, hostile value, what only that shows]` */
type Proof = readonly [place: Place, usual: string, shown: string, hostile: string, gained: string]
type Twin = readonly [place: Place, usual: string, shown: string]

const FILES: readonly Proof[] = [
  [['query', '/download', 'file'], 'guide.txt', 'A guide', `${UP}etc/passwd`, PASSWD],
  [['query', '/manual', 'page'], 'manual/intro.txt', 'Intro', `manual/${UP}etc/passwd`, PASSWD],
  [['query', '/view', 'doc'], 'guide.txt', 'A guide', `${'....//'.repeat(12)}etc/passwd`, PASSWD],
  [
    ['query', '/report', 'name'],
    'guide.txt',
    'A guide',
    `${'%2e%2e%2f'.repeat(12)}etc%2fpasswd`,
    PASSWD,
  ],
  [['form', '/logs/read', 'log'], 'boot', 'boot finished', `${UP}etc/passwd`, PASSWD],
  [['query', '/picture?as=.png', 'file'], 'plan', 'plan of', `${UP}etc/passwd`, PASSWD],
  [['query', '/config', 'file'], 'guide.txt', 'A guide', '/etc/passwd', PASSWD],
  [
    ['segment', '/files/notes.txt', 'segment 2'],
    'notes.txt',
    'Some notes',
    `${UP}etc/passwd`,
    PASSWD,
  ],
  [
    ['json', '/api/attachment', '/message/file'],
    'notes.txt',
    'Some notes',
    `${UP}etc/passwd`,
    PASSWD,
  ],
  [['cookie', '/help', 'lang'], 'en', 'Help yourself', `${UP}etc/passwd`, PASSWD],
  [['query', '/asset', 'name'], 'guide.txt', 'A guide', '../package.json', '"name": "ops-desk"'],
]
const FILE_TWINS: readonly Twin[] = [
  [['query', '/download/checked', 'file'], 'guide.txt', 'A guide'],
  [['query', '/manual/page', 'page'], 'intro', 'Intro'],
  [['query', '/view/anchored', 'doc'], 'x/../guide.txt', 'A guide'],
  [['query', '/report/decoded', 'name'], 'guide.txt', 'A guide'],
  [['form', '/logs/show', 'log'], 'boot', 'boot finished'],
  [['query', '/picture/named?as=.png', 'file'], 'plan', 'plan of'],
  [['query', '/config/relative', 'file'], 'guide.txt', 'A guide'],
  [['segment', '/library/notes.txt', 'segment 2'], 'notes.txt', 'Some notes'],
  [['json', '/api/attachment/numbered', '/message/file'], 'notes.txt', 'Some notes'],
  [['cookie', '/welcome', 'speech'], 'en', 'Help yourself'],
  [['query', '/missing', 'file'], 'a.txt', '&quot;a.txt&quot; was not found'],
  [['query', '/guarded', 'file'], 'guide.txt', 'A guide'],
]

describe('path.traversal', () => {
  it.each(FILES)('%j leaves its folder', async (place, usual, shown, hostile, gained) => {
    expect((await askAt(ops, place, usual)).body).toContain(shown)
    expect((await askAt(ops, place, hostile)).body).toContain(gained)
  })
  const hostiles = FILES.map(([, , , hostile]) => hostile)
  const attempts = FILE_TWINS.flatMap(([place]) => hostiles.map((value) => [place, value] as const))
  it.each(attempts)('%j stays for %s', async (place, hostile) => {
    const { body } = await askAt(ops, place, hostile)
    expect(body).not.toContain(PASSWD)
    expect(body).not.toContain('ops-desk')
  })
  it.each(FILE_TWINS)('%j works', async (place, usual, shown) => {
    expect((await askAt(ops, place, usual)).body).toContain(shown)
  })
  it('shows an example of /etc/passwd as documentation, asked for or not', async () => {
    const man = async (topic: string) => (await askAt(ops, ['query', '/man', 'topic'], topic)).body
    expect(await man('passwd')).toContain(PASSWD)
    expect(await man(`${UP}etc/passwd`)).toBe(await man('passwd'))
    const doc = await askAt(ops, ['query', '/docs/passwd', 'field'], 'shell')
    expect(doc.body).toContain(PASSWD)
  })
  it('does not let the guarded place of assets reach the system', async () => {
    expect((await askAt(ops, ['query', '/asset', 'name'], `${UP}etc/passwd`)).status).toBe(404)
  })
})

const document = (entity: string): string =>
  `<?xml version="1.0"?><!DOCTYPE order [<!ENTITY e ${entity}>]><order><note>&e;</note></order>`
const FILE_ENTITY = document('SYSTEM "file:///etc/passwd"')
const svg = (title: string, doctype = ''): string =>
  `${doctype}<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title></svg>`
const PLAIN = '<order><note>hi there</note></order>'
const SVG_DOCTYPE = '<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>'

const XML: readonly Proof[] = [
  [['form', '/import/note', 'xml'], PLAIN, 'hi there', FILE_ENTITY, PASSWD],
  [['xml', '/api/import', ''], PLAIN, '"note":"hi there"', FILE_ENTITY, PASSWD],
  [['xml', '/api/tickets', ''], PLAIN, '"note":"hi there"', FILE_ENTITY, PASSWD],
  [
    ['query', '/preview/drawing', 'source'],
    svg('A lamp'),
    'A lamp',
    svg('&e;', SVG_DOCTYPE),
    PASSWD,
  ],
  [
    ['form', '/import/feed', 'feed'],
    PLAIN,
    'hi there',
    document('PUBLIC "x" "file:///etc/passwd"'),
    PASSWD,
  ],
]
const XML_TWINS: readonly Twin[] = [
  [['form', '/import/invoice', 'xml'], PLAIN, 'hi there'],
  [['xml', '/api/import/strict', ''], PLAIN, '"note":"hi there"'],
  [['query', '/preview/sketch', 'source'], svg('A lamp'), 'A lamp'],
  [['form', '/import/listing', 'feed'], PLAIN, 'hi there'],
  [['form', '/import/source', 'xml'], PLAIN, '&lt;note&gt;hi there'],
]

describe('xxe', () => {
  it.each(XML)('%j reads a file', async (place, usual, shown, hostile, gained) => {
    expect((await askAt(ops, place, usual)).body).toContain(shown)
    expect((await askAt(ops, place, hostile)).body).toContain(gained)
  })
  it.each(XML_TWINS)('%j expands nothing', async (place, usual, shown) => {
    expect((await askAt(ops, place, usual)).body).toContain(shown)
    const nested = document('"&#38;x;lue"').replace('[', '[<!ENTITY x "va">')
    for (const hostile of [FILE_ENTITY, svg('&e;', SVG_DOCTYPE), nested, document('"va">')]) {
      const { body } = await askAt(ops, place, hostile)
      expect(body).not.toContain(PASSWD)
      expect(body).not.toContain('value')
    }
  })
  it('expands internal entities, and no others, where that is all', async () => {
    const place: Place = ['form', '/import/outline', 'opml']
    const nested = document('"&x;lue"').replace('[', '[<!ENTITY x "va">')
    expect((await askAt(ops, place, nested)).body).toContain('value')
    expect((await askAt(ops, place, FILE_ENTITY)).body).not.toContain(PASSWD)
  })
  it('refuses XML where JSON is asked for', async () => {
    expect((await askAt(ops, ['xml', '/api/memos', ''], FILE_ENTITY)).status).toBe(415)
    expect((await askAt(ops, ['json', '/api/memos', '/note'], 'hi')).body).toContain('"note":"hi"')
    expect((await askAt(ops, ['json', '/api/tickets', '/note'], 'hi')).body).toContain(
      '"note":"hi"',
    )
  })
})

describe('the files of the desk', () => {
  it.each([
    ['path.traversal', FILES],
    ['xxe', XML],
  ])('have a proof for each place of %s, and no other', (checkId, proofs) => {
    expect(placesProved(proofs.map(([place]) => place))).toEqual(placesOfTruth(truth, checkId))
  })
  it('have every twin looked at, and show nothing of what was sent as markup', async () => {
    const twins = [...FILE_TWINS, ...XML_TWINS].map(([place]) => place)
    expect(placesClean(truth)).toEqual(expect.arrayContaining(twins.map(nameOf)))
    const places = [...FILES, ...XML].map(([place]) => place)
    expect(await asMarkup(ops, [...places, ...twins])).toEqual([])
  })
})
