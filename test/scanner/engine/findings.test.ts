import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { LIMITS } from '../../../src/limits.ts'
import { summarise } from '../../../src/report/summary.ts'
import { fold, hit, meta, tally, UNHARMFUL } from '../../support/sightings.ts'

describe('what a check saw becomes a row', () => {
  it('proved: vulnerable, under the severity and score of the check', () => {
    const { findings, coverage } = fold({ hits: [hit()] })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      check_id: 'demo.sqli',
      title: 'SQL injection',
      name: 'SQL injection',
      status: 'vulnerable',
      severity: 'critical',
      cvss_score: 9.8,
      confidence: 'confirmed',
      confidence_reason: 'The quote broke it, two healed it.',
      potential_severity: null,
      cwe_name:
        "Improper Neutralization of Special Elements used in an SQL Command ('SQL Injection')",
      owasp_id: 'A05:2025',
      owasp_2021_id: 'A03:2021',
      evidence: '`id` reaches SQL.\n\nnear "\'": syntax error',
      url: 'http://shop.test/item?id=1',
      parameter: 'id',
      instances_count: 1,
      instances: [],
      triage: { state: 'open' },
    })
    expect(findings[0]?.id).toBe(findings[0]?.fingerprint.slice(0, 16))
    expect(coverage).toEqual([
      {
        check_id: 'demo.sqli',
        outcome: 'found',
        points: 0,
        requests: 0,
        elapsed_ms: 0,
        reason: null,
      },
    ])
  })

  it('likely: vulnerable, and says so', () => {
    expect(fold({ hits: [hit({ confidence: 'likely' })] }).findings[0]).toMatchObject({
      status: 'vulnerable',
      severity: 'critical',
      confidence: 'likely',
    })
  })

  it('possible: a warning without score that tells its potential', () => {
    const { findings, coverage } = fold({ hits: [hit({ confidence: 'possible' })] })
    expect(findings[0]).toMatchObject({
      status: 'warning',
      severity: 'info',
      cvss_score: 0,
      cvss_vector: null,
      confidence: 'possible',
      potential_severity: 'critical',
    })
    expect(coverage[0]?.outcome).toBe('found')
  })

  it('a plain observation: info, confirmed, found', () => {
    const checks = [meta({ severity: 'info', cvss: UNHARMFUL })]
    const { findings, coverage } = fold({ checks, hits: [hit({ confidence: 'likely' })] })
    expect(findings[0]).toMatchObject({
      status: 'info',
      severity: 'info',
      cvss_score: 0,
      confidence: 'confirmed',
      potential_severity: null,
    })
    expect(coverage[0]?.outcome).toBe('found')
  })

  it("a sighting's own vector decides over the check's", () => {
    const cvss = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N'
    expect(fold({ hits: [hit({ cvss })] }).findings[0]).toMatchObject({
      severity: 'medium',
      cvss_score: 6.1,
      cvss_vector: cvss,
    })
  })

  it('an absence is told by its note alone, and long evidence is cut', () => {
    const absent = fold({ hits: [hit({ match: null, note: 'No header.' })] })
    expect(absent.findings[0]?.evidence).toBe('No header.')
    const long = fold({ hits: [hit({ match: 'x'.repeat(2 * LIMITS.evidenceChars) })] })
    expect(long.findings[0]?.evidence).toHaveLength(LIMITS.evidenceChars)
  })
})

describe('sightings of one issue are one row', () => {
  const two = [
    hit({ url: 'http://shop.test/item?id=2', confidence: 'likely' }),
    hit({ url: 'http://shop.test/item?id=9' }),
    hit({ url: 'http://shop.test/item?id=9' }),
    hit({ url: 'http://shop.test/item?id=5' }),
  ]

  it('shows the best proof at the smallest place, and the other places', () => {
    expect(fold({ hits: two }).findings).toMatchObject([
      {
        confidence: 'confirmed',
        url: 'http://shop.test/item?id=5',
        instances_count: 3,
        instances: [
          { url: 'http://shop.test/item?id=2', method: 'GET', parameter: 'id' },
          { url: 'http://shop.test/item?id=9', method: 'GET', parameter: 'id' },
        ],
      },
    ])
  })

  it('lists a bounded number of places and counts them all', () => {
    const many = Array.from({ length: 40 }, (_, n) => hit({ url: `http://shop.test/item?id=${n}` }))
    const [finding] = fold({ hits: many }).findings
    expect(finding?.instances).toHaveLength(LIMITS.instances)
    expect(finding?.instances_count).toBe(40)
  })

  it.each([
    ['input', 4],
    ['path', 2],
    ['origin', 1],
  ] as const)('once per %s: %s rows', (oncePer, rows) => {
    const hits = ['/a', '/b'].flatMap((path) =>
      ['id', 'q'].map((parameter) =>
        hit({ url: `http://shop.test${path}`, path_template: path, parameter }),
      ),
    )
    expect(fold({ checks: [meta({ oncePer })], hits }).findings).toHaveLength(rows)
  })

  it('keeps issues apart by discriminator and by origin', () => {
    const hits = [
      hit(),
      hit({ discriminator: 'mysql' }),
      hit({ origin: 'http://www.shop.test', url: 'http://www.shop.test/item?id=1' }),
    ]
    expect(fold({ checks: [meta({ oncePer: 'origin' })], hits }).findings).toHaveLength(3)
  })
})

it('tells of sightings whose check is gone', () => {
  const { findings, coverage } = fold({
    checks: [],
    hits: [hit()],
    tallies: [tally({ points: 1 })],
  })
  expect(findings).toEqual([])
  expect(coverage).toMatchObject([{ check_id: 'demo.sqli', outcome: 'error' }])
})

it('gives unique ids over issue, passed and untested rows of all checks', () => {
  const { findings } = fold({
    checks: ['demo.a', 'demo.b', 'demo.c'].map((id) => meta({ id })),
    hits: [hit({ check_id: 'demo.a' }), hit({ check_id: 'demo.a', parameter: 'q' })],
    tallies: [tally({ check_id: 'demo.b', points: 1 })],
    notRun: [{ check_id: 'demo.c', reason: 'opt-in' }],
  })
  expect(findings.map((row) => row.status)).toEqual(
    expect.arrayContaining(['vulnerable', 'vulnerable', 'safe', 'info']),
  )
  expect(new Set(findings.map((row) => row.id)).size).toBe(4)
})

describe('for any sightings', () => {
  const anyHit = fc.record({
    url: fc.constantFrom('http://shop.test/a', 'http://shop.test/b', 'http://shop.test/c'),
    path_template: fc.constantFrom('/a', '/b'),
    parameter: fc.constantFrom('id', 'q'),
    confidence: fc.constantFrom('confirmed', 'likely', 'possible'),
    note: fc.constantFrom('one', 'two'),
    cvss: fc.constantFrom(null, UNHARMFUL),
  })
  const hits = fc.array(anyHit.map(hit), { maxLength: 20 })

  it('the order in which they came changes nothing', () => {
    fc.assert(
      fc.property(
        hits.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          expect(fold({ hits: shuffled })).toEqual(fold({ hits: all }))
        },
      ),
    )
  })

  it('the summary counts the vulnerable rows, and none of them is info', () => {
    fc.assert(
      fc.property(hits, (all) => {
        const { findings } = fold({ hits: all })
        const vulnerable = findings.filter((row) => row.status === 'vulnerable')
        const { critical, info } = summarise(findings)
        expect([critical, info]).toEqual([vulnerable.length, 0])
      }),
    )
  })
})

describe('a hit whose messages are kept elsewhere', () => {
  const light = hit({ url: 'http://shop.test/item?id=0', request: '', response: '', curl: '' })
  const full = hit({ url: 'http://shop.test/item?id=7' })

  it('never stands for an issue of which another kept them', () => {
    for (const hits of [
      [light, full],
      [full, light],
    ]) {
      expect(fold({ hits }).findings).toMatchObject([
        {
          url: full.url,
          request: full.request,
          instances_count: 2,
          instances: [{ url: light.url }],
        },
      ])
    }
  })

  it('gives way to messages, but a better proof goes first', () => {
    const likely = { ...full, confidence: 'likely' } as const
    expect(fold({ hits: [light, likely] }).findings[0]).toMatchObject({ confidence: 'confirmed' })
  })
})
