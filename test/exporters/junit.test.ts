import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cleanText } from '../../src/exporters/clean.ts'
import { cut } from '../../src/exporters/cut.ts'
import { junit } from '../../src/exporters/junit.ts'
import type { Report } from '../../src/report/report.ts'
import { hostileReport, largeReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { anyText, HOSTILE_ROWS } from '../support/hostile-text.ts'
import { reportFixture } from '../support/report-fixture.ts'
import { HAS_SCHEMAS, SCHEMAS } from '../support/shared-schemas.ts'
import { textsAt, withXml } from '../support/xml-read.ts'
import { HAS_XMLLINT, xmllint } from '../support/xmllint.ts'

const CAN_VALIDATE = HAS_XMLLINT && HAS_SCHEMAS
const faults = (bytes: Uint8Array): string =>
  xmllint(bytes, '--schema', join(SCHEMAS, 'junit-10.xsd'))

const namesOf = (bytes: Uint8Array): readonly string[] =>
  withXml(bytes, (root) =>
    root
      .find('//testcase')
      .map((node) => `${textsAtAttribute(node, 'classname')}\n${textsAtAttribute(node, 'name')}`),
  )

const textsAtAttribute = (node: Parameters<typeof textsAt>[0], name: string): string =>
  textsAt(node, `@${name}`).join('')

const count = (bytes: Uint8Array, xpath: string): number =>
  withXml(bytes, (root) => root.find(xpath).length)

const distinct = (names: readonly string[]): number => new Set(names).size

describe.skipIf(!CAN_VALIDATE)('the schema of the xUnit plugin', () => {
  it('takes the fixture', () => {
    expect(faults(junit.render(reportFixture(1000)))).toBe('')
  })

  it('takes all hostile text and a megabyte', () => {
    expect(faults(junit.render(hostileReport(Object.values(HOSTILE))))).toBe('')
    expect(faults(junit.render(largeReport(MEGABYTE)))).toBe('')
  })

  it('refuses what it does not know', () => {
    const text = new TextDecoder().decode(junit.render(reportFixture(1)))
    const changed = text.replace('<testcase ', '<testcase file="x" ')
    expect(faults(new TextEncoder().encode(changed))).toContain("attribute 'file'")
  })
})

it('has a case per check run, and says the same number at its head', () => {
  const bytes = junit.render(reportFixture(50))
  // 8 kinds: one suppressed, one warning, one passed or not tested each
  expect(count(bytes, '//testcase')).toBe(50 + 8 + 8 + 8)
  expect(count(bytes, '//failure')).toBe(50)
  expect(count(bytes, '//skipped')).toBe(8 + 4)
  expect(count(bytes, '/testsuites[@tests="74"][@failures="50"][@errors="0"]')).toBe(1)
  expect(count(bytes, '//testsuite[@tests="74"][@failures="50"][@skipped="12"]')).toBe(1)
})

it('lets issues below the threshold pass, with a note', () => {
  const bytes = junit.render(reportFixture(50), { failOn: 'critical' })
  expect(count(bytes, '//failure[@type!="critical"]')).toBe(0)
  expect(count(bytes, '//failure')).toBeGreaterThan(0)
  expect(withXml(bytes, (root) => textsAt(root, '//system-out')).join()).toContain(
    'Found, below the threshold (high).',
  )
})

it('has distinct names, however alike the findings are', () => {
  const report = reportFixture(10)
  const { vulnerabilities } = report.results
  const twice = { ...report.results, vulnerabilities: [...vulnerabilities, ...vulnerabilities] }
  const names = namesOf(junit.render({ ...report, results: twice }))
  expect(distinct(names)).toBe(names.length)
  expect(names.filter((name) => name.endsWith(' #2')).length).toBeGreaterThan(9)
})

it('says why a check was skipped', () => {
  const messages = withXml(junit.render(reportFixture(1)), (root) =>
    textsAt(root, '//skipped/@message'),
  )
  expect(messages).toContain('Not tested: no browser')
  expect(messages).toContain(
    'Suppressed: accepted risk, Goes away in May, by anna@shop.example, until 2027-05-01T00:00:00',
  )
})

it('has an error when the scan failed', () => {
  const report = reportFixture(0)
  const error = { code: 'login_failed', message: 'The login failed.' } as const
  const failed: Report = { ...report, scan: { ...report.scan, status: 'failed', error } }
  const bytes = junit.render(failed)
  expect(count(bytes, '//error[@type="login_failed"][@message="The login failed."]')).toBe(1)
  expect(count(bytes, '/testsuites[@errors="1"]')).toBe(1)
})

function holds(text: string): void {
  const bytes = junit.render(hostileReport([text]))
  const names = namesOf(bytes)
  expect(distinct(names)).toBe(names.length)
  const [body = ''] = withXml(bytes, (root) => textsAt(root, '//failure'))
  expect(body).toContain(`Evidence:\n${cut(cleanText(text), 4000)}`)
}

describe('hostile text', () => {
  it.each(HOSTILE_ROWS)('%s', (_, text) => {
    expect.hasAssertions()
    holds(text)
  })

  it('whatever else', () => {
    expect.hasAssertions()
    fc.assert(fc.property(anyText, holds), { numRuns: 100 })
  })
})
