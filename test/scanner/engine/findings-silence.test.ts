import { describe, expect, it } from 'vitest'

import { fold, hit, tally } from '../../support/sightings.ts'

describe('a silent check becomes a row that says how much silence is worth', () => {
  it('ran everywhere: safe, with the effort', () => {
    const { findings, coverage } = fold({
      tallies: [tally({ points: 2, requests: 9 }), tally({ points: 1, requests: 4 })],
    })
    expect(findings).toMatchObject([
      {
        status: 'safe',
        severity: 'info',
        cvss_score: 0,
        confidence: 'confirmed',
        title: 'SQL injection',
        evidence: '3 places tested, 13 requests sent, nothing found on http://shop.test.',
        url: 'http://shop.test/',
        location: 'origin',
        instances_count: 0,
      },
    ])
    expect(coverage[0]).toEqual({
      check_id: 'demo.sqli',
      outcome: 'passed',
      points: 3,
      requests: 13,
      elapsed_ms: 0,
      reason: null,
    })
  })

  it('left places out: info, with the reasons, the most frequent first', () => {
    const { findings, coverage } = fold({
      tallies: [
        tally({ points: 1, untested: { timeout: 1, unit_time: 2 } }),
        tally({ untested: { unit_time: 3 } }),
      ],
    })
    expect(findings).toMatchObject([
      {
        status: 'info',
        title: 'SQL injection: not tested',
        evidence:
          'Not tested: unit time (5 places), timeout (1 place). 1 place tested before that, nothing found.',
      },
    ])
    expect(coverage[0]).toMatchObject({
      outcome: 'not_tested',
      reason: 'unit time (5 places), timeout (1 place)',
    })
  })

  it('was left out of the scan: info, with the reason', () => {
    const { findings, coverage } = fold({
      notRun: [{ check_id: 'demo.sqli', reason: 'no browser' }],
    })
    expect(findings).toMatchObject([{ status: 'info', evidence: 'Not tested: no browser.' }])
    expect(coverage[0]).toMatchObject({ outcome: 'not_tested', reason: 'no browser' })
  })

  it('threw: info, error, with the start of the message', () => {
    const { findings, coverage } = fold({
      tallies: [tally({ points: 4 }), tally({ threw: `bad ${'x'.repeat(1000)}` })],
    })
    expect(findings).toMatchObject([{ status: 'info' }])
    expect(coverage[0]?.outcome).toBe('error')
    expect(coverage[0]?.reason).toMatch(/^error: bad x+$/)
    expect(coverage[0]?.reason?.length).toBeLessThan(250)
  })

  it('had nothing to test: no row, not applicable', () => {
    const { findings, coverage } = fold({
      tallies: [tally({ requests: 2, untested: { budget: 0 } })],
    })
    expect(findings).toEqual([])
    expect(coverage[0]).toMatchObject({ outcome: 'not_applicable', reason: null })
  })

  it('a find stays a find beside untested places and throws, which are noted', () => {
    const { findings, coverage } = fold({
      hits: [hit()],
      tallies: [tally({ points: 1, untested: { budget: 2 }, threw: 'boom' })],
    })
    expect(findings.map((row) => row.status)).toEqual(['vulnerable'])
    expect(coverage[0]).toMatchObject({
      outcome: 'found',
      reason: 'error: boom; budget (2 places)',
    })
  })
})
