import { performance } from 'node:perf_hooks'
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

describe('code.eval', () => {
  it.each(CODE)('%j computes', async (place, usual, shown, hostile, computed) => {
    const [plain, attacked] = [await askAt(press, place, usual), await askAt(press, place, hostile)]
    expect(plain.status).toBe(200)
    expect(plain.body).toContain(shown)
    expect(attacked.body).toContain(computed)
  })
  it('has a proof for each place of the truth, and no other', () => {
    expect(placesProved(CODE.map(([place]) => place))).toEqual(placesOfTruth(truth, 'code.eval'))
  })
})

describe('what is two things at once', () => {
  const cases: readonly (readonly [checkId: string, place: Place, hostile: string])[] = [
    ['ssti', ['query', '/quotes/total', 'formula'], '{{1337*1337}}'],
    ['ssti', ['query', '/quotes/tax', 'rate'], '[[1337*1337]]'],
    ['ssti', ['form', '/labels/settings', 'settings'], '[[1337*1337]]'],
    ['ssti', ['json', '/api/shelf', '/by'], '[[1337*1337]]'],
    ['ssti', ['query', '/paper/inches', 'mm'], '*{1337*1337}'],
    ['code.eval', ['query', '/catalogue', 'show'], 'title+(1337*1337)'],
    ['code.eval', ['query', '/covers', 'alt'], '${1337*1337}'],
    ['cmdi.echo', ['query', '/paper/inches', 'mm'], '`expr 1337 \\* 1337`'],
  ]
  it.each(cases)('%s computes as well at %j: %s', async (checkId, place, hostile) => {
    expect((await askAt(press, place, hostile)).body).toContain(PRODUCT)
    const [, path] = place
    const rows = truth.expected.filter((row) => row.check_id === checkId && row.path === path)
    expect(rows).toHaveLength(1)
  })
  it('sleeps as a shell would where a statement can end', async () => {
    const began = performance.now()
    await askAt(press, ['query', '/paper/inches', 'mm'], '1; sleep 1;')
    expect(performance.now() - began).toBeGreaterThanOrEqual(1000)
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

describe('the workshop of the press', () => {
  it('answers in time whatever loops', async () => {
    const answer = await askAt(press, ['query', '/quotes/total', 'formula'], 'while (true);')
    expect(answer.status).toBe(200)
  })
  it('looks at every twin', () => {
    const twins = CODE_TWINS.map(([place]) => nameOf(place))
    expect(placesClean(truth)).toEqual(expect.arrayContaining(twins))
  })
  it('shows nothing of what it was sent as markup', async () => {
    const places = [...CODE, ...CODE_TWINS].map(([place]) => place)
    expect(await asMarkup(press, places)).toEqual([])
  })
})
