import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/press/app.ts'
import { truth } from '../range/apps/press/truth.ts'
import {
  asMarkup,
  askAt,
  nameOf,
  placesClean,
  placesOfTruth,
  placesProved,
  unlinked,
  type Place,
} from '../support/e2e-range.ts'

const press = await start()
afterAll(() => press.close())

const PRODUCT = '1787569'
/** `[place, usual value, what its answer shows, hostile value, what its answer shows]` */
type Proof = readonly [
  place: Place,
  usual: string,
  shown: string,
  hostile: string,
  computed: string,
]

const TEMPLATES: readonly Proof[] = [
  [['query', '/cards/greeting', 'name'], 'Ada', 'Dear Ada,', '{{1337*1337}}', `Dear ${PRODUCT},`],
  [
    ['form', '/letters/preview', 'body'],
    'Hello',
    '<pre>Hello',
    '<%= 1337*1337 %>',
    `<pre>${PRODUCT}`,
  ],
  [
    ['query', '/invoices/note', 'text'],
    'Thanks',
    'Note: Thanks',
    '"~(1337*1337)~"',
    `Note: ${PRODUCT}`,
  ],
  [
    ['query', '/catalogue', 'show'],
    'title',
    'On Rivers',
    'pages+1337*1337',
    String(1337 * 1337 + 120),
  ],
  [
    ['json', '/api/layout', '/layout/heading'],
    'List',
    '"# List',
    '{{ 1337 | times: 1337 }}',
    `"# ${PRODUCT}`,
  ],
  [
    ['segment', '/stickers/Fragile', 'segment 2'],
    'Fragile',
    '>Fragile!',
    '{{=1337*1337}}',
    `>${PRODUCT}!`,
  ],
  [['query', '/badges', 'label'], 'Reader', '&gt;Reader&lt;', '#{1337*1337}', `&gt;${PRODUCT}&lt;`],
  [
    ['query', '/covers', 'alt'],
    'Front',
    'alt="Cover: Front"',
    '<%= 1337*1337 %>',
    `alt="Cover: ${PRODUCT}"`,
  ],
  [['form', '/footers/preview', 'footer'], 'Bye', 'Bye', '#set($n=1337*1337)$n', PRODUCT],
  [['query', '/signatures', 'line'], 'Yours', 'value="Yours', '{{1337*1337}}', `value="${PRODUCT}`],
  [
    ['cookie', '/letters/open', 'salute'],
    'Dear',
    'Dear reader',
    '{{1337*1337}}',
    `${PRODUCT} reader`,
  ],
]

describe('ssti', () => {
  it.each(TEMPLATES)('%j computes', async (place, usual, shown, hostile, computed) => {
    const [plain, attacked] = [await askAt(press, place, usual), await askAt(press, place, hostile)]
    expect(plain.status).toBe(200)
    expect(plain.body).toContain(shown)
    expect(attacked.body).toContain(computed)
  })
  it('has a proof for each place of the truth, and no other', () => {
    expect(placesProved(TEMPLATES.map(([place]) => place))).toEqual(placesOfTruth(truth, 'ssti'))
  })
})

/** Template twins, by their places, and the usual value that proves that they work. */
const TEMPLATE_TWINS: readonly (readonly [place: Place, usual: string, shown: string])[] = [
  [['query', '/cards/plain', 'name'], 'Ada', 'Dear Ada,'],
  [['form', '/letters/merge', 'body'], 'Hello', '<pre>Hello'],
  [['query', '/invoices/remark', 'text'], 'Thanks', 'Note: Thanks'],
  [['query', '/catalogue/column', 'show'], 'title', 'On Rivers'],
  [['json', '/api/outline', '/layout/heading'], 'List', '"# List'],
  [['segment', '/tags/Fragile', 'segment 2'], 'Fragile', '>Fragile!'],
  [['query', '/badges/plain', 'label'], 'Reader', '&gt;Reader&lt;'],
  [['query', '/covers/plain', 'alt'], 'Front', 'alt="Cover: Front"'],
  [['form', '/footers/check', 'footer'], 'Bye', 'Bye'],
  [['query', '/signatures/plain', 'line'], 'Yours', 'value="Yours'],
  [['cookie', '/letters/closed', 'ending'], 'Yours', 'Yours, the press'],
  [['query', '/mail/simple', 'text'], 'Hi', '<pre>Hi'],
  [['query', '/labels/row', 'line'], 'Ada', '<td>Ada</td>'],
  [['query', '/reference/templates', 'topic'], 'loops', 'loops'],
  [['query', '/reference/say', 'text'], 'Hi', '<p>Hi</p>'],
  [['query', '/serials', 'batch'], 'A', 'Batch A'],
]

describe('template twins', () => {
  const attempts = TEMPLATE_TWINS.flatMap(([place]) =>
    TEMPLATES.map(([, , , hostile]) => [place, hostile] as const),
  )
  it.each(attempts)('%j does not compute %s', async (place, hostile) => {
    expect((await askAt(press, place, hostile)).body).not.toContain(PRODUCT)
  })
  it.each(TEMPLATE_TWINS)('%j works', async (place, usual, shown) => {
    expect((await askAt(press, place, usual)).body).toContain(shown)
  })
})

describe('the press', () => {
  it('links every place of its truth', async () => {
    expect(await unlinked(press, truth)).toEqual([])
  })
  it('looks at every twin', () => {
    const twins = TEMPLATE_TWINS.map(([place]) => nameOf(place))
    expect(placesClean(truth)).toEqual(expect.arrayContaining(twins))
  })
  it('shows nothing of what it was sent as markup', async () => {
    const places = [...TEMPLATES, ...TEMPLATE_TWINS].map(([place]) => place)
    expect(await asMarkup(press, places)).toEqual([])
  })
})
