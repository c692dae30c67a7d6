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

/** Each needs more than arithmetic: words, quotes and calls, which a calculator does not know. */
const CODE: readonly Proof[] = [
  [
    ['query', '/quotes/total', 'formula'],
    '3*120+40',
    '>400<',
    '"ab".length+"c".repeat(2)',
    '>2cc<',
  ],
  [['query', '/quotes/tax', 'rate'], '19', '>19 % of 120', '"a"+"b".length', '>a1 % of 120'],
  [['form', '/labels/sheet', 'line'], 'Ada', '>To: Ada<', "'+'ab'.length+'", '>To: 2<'],
  [
    ['form', '/labels/settings', 'settings'],
    '{"copies": 2}',
    '{&quot;copies&quot;:2}',
    '"ab".length',
    '>2<',
  ],
  [['json', '/api/shelf', '/by'], 'pages', '"key":120', '"ab".length+title', '"key":"2On Rivers"'],
  [
    ['segment', '/fonts/Garamond', 'segment 2'],
    'Garamond',
    'Set in Garamond',
    '"+"ab".length+"',
    'Set in 2',
  ],
  [['form', '/labels/wrap', 'title'], 'rivers', '>Rivers<', '".length("abc")."', '>3<'],
  [['query', '/paper/inches', 'mm'], '254', '254 mm are 10 inches', 'length("abc")', '3 mm are'],
  [['json', '/api/headline', '/line/text'], 'On Roads', '"on roads"', "'.length('abc').'", '"3"'],
]

describe.each([
  ['ssti', TEMPLATES],
  ['code.eval', CODE],
] as const)('%s', (checkId, proofs) => {
  it.each(proofs)('%j computes', async (place, usual, shown, hostile, computed) => {
    const [plain, attacked] = [await askAt(press, place, usual), await askAt(press, place, hostile)]
    expect(plain.status).toBe(200)
    expect(plain.body).toContain(shown)
    expect(attacked.body).toContain(computed)
  })
  it('has a proof for each place of the truth, and no other', () => {
    expect(placesProved(proofs.map(([place]) => place))).toEqual(placesOfTruth(truth, checkId))
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

const WORDS = 'qqqqqq'
const REPEATED: readonly string[] = [
  '"q".repeat(6)',
  `'+"q".repeat(6)+'`,
  `"+"q".repeat(6)+"`,
  '1;"q".repeat(6)',
  '("q" x 6)',
  `'.("q" x 6).'`,
  '@{[q(q) x 6]}',
  '{{"q".repeat(6)}}',
]
const CODE_TWINS: readonly (readonly [place: Place, usual: string, shown: string])[] = [
  [['query', '/tools/calc', 'sum'], '(3+4)*6/2', '>21<'],
  [['query', '/tools/sum', 'sum'], '30-4+2', '>28<'],
  [['query', '/tools/area', 'size'], '210 x 297', '>62370 '],
  [['query', '/quotes/vat', 'rate'], '19', '>19 % of 120'],
  [['form', '/labels/single', 'line'], 'Ada', '>To: Ada<'],
  [['form', '/labels/options', 'settings'], '{"copies": 2}', '{&quot;copies&quot;:2}'],
  [['json', '/api/shelf/sorted', '/by'], 'pages', '"key":120'],
  [['segment', '/typefaces/Garamond', 'segment 2'], 'Garamond', 'Set in Garamond'],
  [['form', '/labels/case', 'title'], 'rivers', '>Rivers<'],
  [['query', '/paper/points', 'mm'], '254', '254 mm are 720 points'],
  [['json', '/api/subline', '/line/text'], 'On Roads', '"on roads"'],
  [['query', '/reference/eval', 'topic'], 'eval', 'eval'],
  [['query', '/reference/length', 'text'], 'four', '4 characters'],
]

describe('code twins', () => {
  const attempts = CODE_TWINS.flatMap(([place]) =>
    [...REPEATED, ...CODE.map(([, , , hostile]) => hostile)].map(
      (hostile) => [place, hostile] as const,
    ),
  )
  it.each(attempts)('%j does not run %s', async (place, hostile) => {
    const { body } = await askAt(press, place, hostile)
    expect(body).not.toContain(WORDS)
    for (const [, , , , computed] of CODE) expect(body).not.toContain(computed)
  })
  it.each(CODE_TWINS)('%j works', async (place, usual, shown) => {
    expect((await askAt(press, place, usual)).body).toContain(shown)
  })
  it('does sums without delimiters as well as with them: they are no template', async () => {
    const area = async (size: string) =>
      (await askAt(press, ['query', '/tools/area', 'size'], size)).body
    expect(await area('1337*1337')).toContain(PRODUCT)
    expect(await area('{{1337*1337}}')).toBe(await area('1337*1337'))
    expect(await area('x')).toContain('No size')
  })
  it.each(['/tools/calc', '/tools/sum'])('%s knows no words, quotes or calls', async (path) => {
    for (const sum of [
      '"4"+2',
      "'4'+2",
      'a',
      'Number(4)+2',
      '[4]+2',
      '{{4+2}}',
      '4+2;4+2',
      '0x4+2',
    ]) {
      expect((await askAt(press, ['query', path, 'sum'], sum)).body).toContain('Not a sum')
    }
  })
})

describe('the press', () => {
  it('links every place of its truth', async () => {
    expect(await unlinked(press, truth)).toEqual([])
  })
  it('looks at every twin', () => {
    const twins = [...TEMPLATE_TWINS, ...CODE_TWINS].map(([place]) => nameOf(place))
    expect(placesClean(truth)).toEqual(expect.arrayContaining(twins))
  })
  it('shows nothing of what it was sent as markup', async () => {
    const rows = [...TEMPLATES, ...CODE, ...TEMPLATE_TWINS, ...CODE_TWINS]
    expect(
      await asMarkup(
        press,
        rows.map(([place]) => place),
      ),
    ).toEqual([])
  })
  it('answers in time whatever loops', async () => {
    const answer = await askAt(press, ['query', '/quotes/total', 'formula'], 'while (true);')
    expect(answer.status).toBe(200)
  })
})
