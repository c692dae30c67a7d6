import { stripVTControlCharacters } from 'node:util'

import fc from 'fast-check'
import pc from 'picocolors'
import { describe, expect, it } from 'vitest'

import { reportLines, type ReportView } from '../../../cli/render/report.ts'
import { widthOf } from '../../../cli/render/text.ts'
import { aFinding, aScan } from '../support.ts'

const plain = pc.createColors(false)
const view = (over: Partial<ReportView> = {}): ReportView => ({
  scan: aScan(),
  coverage: [
    { check_id: 'header.hsts', outcome: 'passed', reason: null },
    { check_id: 'xss.dom', outcome: 'not_tested', reason: 'no browser' },
  ],
  requestsSent: 1204,
  elapsedMs: null,
  columns: 80,
  colours: plain,
  ...over,
})

describe('report for a person', () => {
  it('tells what, where, why, how to mend and repeat it, and the sums', () => {
    const text = reportLines(view()).join('\n')
    for (const part of [
      'Palisade scanned http://shop.test/',
      'HIGH      Reflected cross-site scripting',
      'GET /search q',
      'class     xss.reflected · CWE-79 · Cross-site Scripting · A05:2025 · CVSS 7.1',
      'fix       Encode the value.',
      '1. HIGH GET http://shop.test/search?q=1 · q (query)',
      'evidence  <i data-k3xq9></i>',
      'why       The marker came back as an element, twice.',
      "curl      curl -i 'http://shop.test/search?q=%3Ci%3E'",
      'Risk 35 of 100 · grade C · 0 critical · 1 high · 0 medium · 0 low',
      '1 check passed · 1 not tested',
      '  xss.dom: no browser',
      '1,204 requests · 1 min 5 s',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('says once what all findings of a check have in common', () => {
    const vulnerabilities = ['q', 'sort', 'page'].map((parameter) =>
      aFinding({ parameter, ai_remediation: `Encode \`${parameter}\`. Encode the value.` }),
    )
    const results = { vulnerabilities, performance: null, tech_stack: [], partial: false }
    const text = reportLines(view({ scan: aScan({ results }) })).join('\n')
    expect(text.match(/Encode the value\./g)).toHaveLength(1)
    expect(text).toContain('fix       Encode `sort`.\n')
    expect(text).toContain('3. HIGH GET http://shop.test/search?q=1 · page (query)')
  })

  it('tells the speed, and what would save most', () => {
    const rows = [
      { title: 'Answer sooner', saves_ms: 812, saves_kb: null },
      { title: 'Compress text', saves_ms: null, saves_kb: 7.5 },
      { title: 'Keep files', saves_ms: null, saves_kb: 3 },
      { title: 'A fourth', saves_ms: 1, saves_kb: null },
    ]
    const numbers = { dns_ms: 3, ttfb_ms: 912, page_size_kb: 12, performance_score: 61 }
    const speed = { ...numbers, http2: false, gzip: false, details: { opportunities: rows } }
    const results = { vulnerabilities: [], performance: speed, tech_stack: [], partial: false }
    const text = reportLines(view({ scan: aScan({ results }) })).join('\n')
    expect(text).toContain('Performance 61 of 100 · DNS 3 ms · first byte 912 ms')
    expect(text).toContain('\nAnswer sooner: saves 812 ms\nCompress text: saves 7.5 kB\n')
    expect(text).not.toContain('A fourth')
  })

  it('says so when there is nothing', () => {
    const results = {
      vulnerabilities: [],
      performance: null,
      tech_stack: ['nginx'],
      partial: false,
    }
    const summary = { risk_score: 0, critical: 0, high: 0, medium: 0, low: 0, info: 0 }
    const text = reportLines(view({ scan: aScan({ results, summary }) })).join('\n')
    expect(text).toContain('No findings.')
    expect(text).toContain('grade A+')
    expect(text).toContain('seen: nginx')
  })

  it('shows warnings apart, by the severity they would have', () => {
    const warning = aFinding({
      title: 'Old library',
      status: 'warning',
      severity: 'info',
      potential_severity: 'medium',
      confidence: 'possible',
    })
    const safe = aFinding({ title: 'HSTS', status: 'safe', severity: 'info' })
    const vulnerabilities = [aFinding(), warning, safe]
    const results = { vulnerabilities, performance: null, tech_stack: [], partial: true }
    const text = reportLines(view({ scan: aScan({ results }) })).join('\n')
    expect(text).toContain('Worth a look: not proved, not counted')
    expect(text).toMatch(/MEDIUM +Old library/)
    expect(text).not.toContain('HSTS')
    expect(text).toContain('The scan is partial')
  })

  it('tells why a scan failed', () => {
    const error = { code: 'target_unreachable', message: 'Nothing answered.' }
    const scan = aScan({ status: 'failed', results: null, error })
    const text = reportLines(view({ scan, coverage: null, requestsSent: null })).join('\n')
    expect(text).toContain('The scan failed (target_unreachable): Nothing answered.')
    expect(text).not.toContain('No findings')
  })

  const hostile = fc.string({ unit: 'binary', maxLength: 300 })
  it('never lets a site drive the terminal or overflow the line', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 40, max: 140 }), (text, columns) => {
        const finding = aFinding({
          title: text,
          evidence: text,
          confidence_reason: text,
          remediation: text,
          url: `http://a.test/${text}`,
          parameter: text,
          curl: null,
        })
        const results = {
          vulnerabilities: [finding],
          performance: null,
          tech_stack: [text],
          partial: false,
        }
        const scan = aScan({ results, target_url: `http://a.test/${text}` })
        const lines = reportLines(view({ scan, columns }))
        expect(lines.filter((line) => /[\p{Cc}\u202e\u200b]/u.test(line))).toEqual([])
        expect(lines.filter((line) => widthOf(line) > columns)).toEqual([])
      }),
    )
  })

  it('colours change nothing but the colour', () => {
    const coloured = reportLines(view({ colours: pc.createColors(true) })).join('\n')
    expect(coloured).not.toBe(reportLines(view()).join('\n'))
    expect(stripVTControlCharacters(coloured)).toBe(reportLines(view()).join('\n'))
  })
})
