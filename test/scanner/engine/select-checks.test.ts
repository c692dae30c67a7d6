import { expect, it } from 'vitest'

import { passive, type Check, type CheckMeta } from '../../../src/scanner/checks/check.ts'
import { selectChecks } from '../../../src/scanner/engine/select-checks.ts'

const meta = (id: string, more: Partial<CheckMeta> = {}): CheckMeta => ({
  id,
  title: 'Title',
  category: 'Category',
  severity: 'low',
  owasp: 'A02:2025',
  owasp2021: 'A05:2021',
  cwe: 'CWE-693',
  cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  maxRequests: 0,
  oncePer: 'origin',
  profile: 'gate',
  probes: [],
  description: 'Description.',
  remediation: 'Remediation.',
  references: [],
  ...more,
})
const check = (id: string, more: Partial<CheckMeta> = {}): Check =>
  passive({ meta: meta(id, more), *run() {} })

const CHECKS = [
  check('header.demo'),
  check('slow.demo', { profile: 'standard' }),
  check('upload.demo', { optIn: true }),
  check('dom.demo', { needs: ['browser'] }),
]
const NONE = 'no browser is available'
const select = (profile: 'gate' | 'standard' | 'deep', optIn: string[], browser: string | true) =>
  selectChecks(CHECKS, { profile, scan_type: 'vuln', opt_in: optIn }, { browser })

it.each([
  ['gate', [], NONE, ['header.demo']],
  ['standard', [], NONE, ['header.demo', 'slow.demo']],
  ['standard', ['upload.*'], NONE, ['header.demo', 'slow.demo', 'upload.demo']],
  ['standard', ['upload.demo'], true, ['header.demo', 'slow.demo', 'upload.demo', 'dom.demo']],
  ['standard', ['up*'], NONE, ['header.demo', 'slow.demo']],
] as const)('%s with %j and browser %s runs %j', (profile, optIn, browser, expected) => {
  const { checks, notRun } = select(profile, [...optIn], browser)
  expect(checks.map((one) => one.meta.id)).toEqual(expected)
  expect(checks.length + notRun.length).toBe(CHECKS.length)
})

it('says why a check does not run', () => {
  expect(select('gate', [], NONE).notRun).toEqual([
    { check_id: 'slow.demo', reason: 'only in the standard profile' },
    { check_id: 'upload.demo', reason: 'off unless named in opt_in' },
    { check_id: 'dom.demo', reason: NONE },
  ])
})

it('runs no check in a performance scan', () => {
  const selection = selectChecks(
    CHECKS,
    { profile: 'deep', scan_type: 'perf', opt_in: [] },
    { browser: true },
  )
  expect(selection).toEqual({ checks: [], notRun: [] })
})
