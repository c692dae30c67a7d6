import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { compareReports, type ReachOf } from '../../src/report/compare.ts'
import type { Finding } from '../../src/report/finding.ts'
import type { Outcome, Report } from '../../src/report/report.ts'
import { aFinding } from '../support/findings.ts'
import { aReport } from '../support/scans.ts'

const ITEM = aFinding({}, 'item')
const OTHER = aFinding({ severity: 'low' }, 'other')

const looked = (outcome: Outcome = 'passed', checkId = 'demo.check'): Report['coverage'] => [
  { check_id: checkId, outcome, points: 1, requests: 1, elapsed_ms: 0, reason: null },
]
const reportOf = (
  rows: readonly Finding[],
  scan: Partial<Report['scan']> = {},
  coverage: Report['coverage'] = looked(),
): Report => {
  const report = aReport(rows, { coverage })
  return { ...report, scan: { ...report.scan, answered_paths: ['/', '/item'], ...scan } }
}
const byPath: ReachOf = () => 'path'
const same = { reachOf: byPath, isSameTarget: true }
const prints = (rows: readonly Finding[]): readonly string[] => rows.map((row) => row.fingerprint)

describe('compareReports', () => {
  it('tells new, fixed and unchanged by fingerprint', () => {
    const change = compareReports(reportOf([ITEM]), reportOf([OTHER]), same)
    expect(change).toEqual({ added: [OTHER], fixed: [ITEM], unchanged: [] })
    const again = compareReports(reportOf([ITEM]), reportOf([{ ...ITEM, title: 'Newer' }]), same)
    expect(again.unchanged).toMatchObject([{ title: 'Newer' }])
  })

  it.each<[string, Partial<Report['scan']>, Report['coverage']]>([
    ['the newer scan did not run its check', {}, []],
    ['its check was not tested', {}, looked('not_tested')],
    ['its check threw', {}, looked('error')],
    ['nothing of the kind was there', {}, looked('not_applicable')],
    ['a narrower scan never asked its path', { answered_paths: ['/'] }, looked()],
    ['its path did not answer', { answered_paths: [] }, looked()],
    ['the newer scan had another kind of login', { login: 'cookie' }, looked()],
    ['its origin was out of scope', { origins: ['https://shop.test'] }, looked()],
  ])('is unchanged, not fixed, when %s', (_name, scan, coverage) => {
    const change = compareReports(reportOf([ITEM]), reportOf([], scan, coverage), same)
    expect(change).toEqual({ added: [], fixed: [], unchanged: [ITEM] })
  })

  it('is fixed when the check found others but not this one', () => {
    const newer = reportOf([], {}, looked('found'))
    expect(compareReports(reportOf([ITEM]), newer, same).fixed).toEqual([ITEM])
  })

  it('folds numbers in paths: any page of the template will do', () => {
    const item = aFinding({ url: 'http://shop.test/item/17' })
    const change = compareReports(
      reportOf([item]),
      reportOf([], { answered_paths: ['/item/{}'] }),
      same,
    )
    expect(change.fixed).toEqual([item])
  })

  it.each<[ReturnType<ReachOf>, string, boolean]>([
    ['origin', '/elsewhere', true],
    ['folder', '/elsewhere', false],
    ['folder', '/item/list', true],
    ['path', '/item/list', false],
  ])('reach %s, answered %s: fixed is %s', (reach, answered, isFixed) => {
    const old = aFinding({ url: 'http://shop.test/item/backup.zip' })
    const newer = reportOf([], { answered_paths: [answered] })
    const change = compareReports(reportOf([old]), newer, { ...same, reachOf: () => reach })
    expect(change.fixed.length).toBe(isFixed ? 1 : 0)
  })

  it('counts what is proved only: a suspicion is neither new nor makes an issue fixed', () => {
    const warning = { ...ITEM, status: 'warning' as const, severity: 'info' as const }
    expect(compareReports(reportOf([]), reportOf([warning]), same).added).toEqual([])
    expect(compareReports(reportOf([ITEM]), reportOf([warning]), same).unchanged).toEqual([ITEM])
    expect(compareReports(reportOf([warning]), reportOf([ITEM]), same).added).toEqual([ITEM])
  })

  it('leaves the origin out of account between different targets', () => {
    const newer = reportOf([], { origins: ['http://other.test'] })
    expect(compareReports(reportOf([ITEM]), newer, same).fixed).toEqual([])
    const apart = { ...same, isSameTarget: false }
    expect(compareReports(reportOf([ITEM]), newer, apart).fixed).toEqual([ITEM])
  })

  const rows = fc
    .uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 12 })
    .map((seeds) => seeds.map((seed) => aFinding({}, String(seed))))
  const anyReport = fc
    .tuple(rows, fc.boolean(), fc.boolean())
    .map(([found, isLoggedIn, isLooking]) =>
      reportOf(found, { login: isLoggedIn ? 'cookie' : 'none' }, isLooking ? looked() : []),
    )

  it('property: every issue is in exactly one list, and both scans add up', () => {
    fc.assert(
      fc.property(anyReport, anyReport, (older, newer) => {
        const { added, fixed, unchanged } = compareReports(older, newer, same)
        const all = [...prints(added), ...prints(fixed), ...prints(unchanged)]
        expect(new Set(all).size).toBe(all.length)
        const before = prints(older.results.vulnerabilities)
        const now = prints(newer.results.vulnerabilities)
        expect(new Set(all)).toEqual(new Set([...before, ...now]))
        expect(prints(added).some((print) => before.includes(print))).toBe(false)
        expect(prints(fixed).some((print) => now.includes(print))).toBe(false)
      }),
    )
  })

  it('property: nothing is new or fixed between a scan and itself', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const change = compareReports(report, report, same)
        expect(change.added).toEqual([])
        expect(change.fixed).toEqual([])
        expect(change.unchanged.length).toBe(report.results.vulnerabilities.length)
      }),
    )
  })
})
