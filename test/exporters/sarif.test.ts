import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ExportOptions } from '../../src/exporters/exporter.ts'
import { sarif } from '../../src/exporters/sarif.ts'
import { CHECKS } from '../../src/scanner/checks/index.ts'
import { ruleNumber } from '../../src/exporters/rule-number.ts'
import type { Report } from '../../src/report/report.ts'
import { hostileReport, largeReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { anyText, HOSTILE_ROWS } from '../support/hostile-text.ts'
import { compile, faults } from '../support/json-schema.ts'
import { reportFixture } from '../support/report-fixture.ts'
import { HAS_MULTITOOL, multitool, sarifSchema } from '../support/sarif-multitool.ts'

const OPTIONS: ExportOptions = { docsUrl: 'https://scans.example/api/docs' }
const folder = mkdtempSync(join(tmpdir(), 'palisade-sarif-'))
afterAll(() => rmSync(folder, { recursive: true }))

// oxlint-disable-next-line typescript/no-explicit-any -- the schema says what is in it
type Log = any
const logOf = (report: Report, options = OPTIONS): Log =>
  JSON.parse(new TextDecoder().decode(sarif.render(report, options)))
const runOf = (report: Report, options = OPTIONS): Log => logOf(report, options).runs[0]

const validate = HAS_MULTITOOL ? compile(sarifSchema()) : null
const schemaFaults = (log: Log) => (validate === null ? ['no schema'] : faults(validate, log))

const SEGMENT = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})+`
const LOCATION = new RegExp(String.raw`^dast(?:/${SEGMENT})+$`)

/** GitHub's rules that no schema holds. */
function githubFaults({ runs: [run] }: Log): readonly string[] {
  const rules: readonly Log[] = run.tool.driver.rules
  const texts = rules.flatMap((rule) => [rule.shortDescription.text, rule.fullDescription.text])
  const scores = rules.flatMap((rule) => rule.properties['security-severity'] ?? [])
  const results: readonly Log[] = run.results
  const places = results.flatMap((result) => [
    ...result.locations,
    ...(result.relatedLocations ?? []),
  ])
  const uris = places.map((place) => place.physicalLocation.artifactLocation.uri)
  const hashes = results.map((result) => result.partialFingerprints.primaryLocationLineHash)
  return [
    ...texts.filter((text) => text === '' || text.length > 1024),
    ...scores.filter(
      (score) => !/^\d+\.\d$/.test(score) || Number(score) <= 0 || Number(score) > 10,
    ),
    ...rules.filter((rule) => rule.help.text === '').map((rule) => rule.id),
    ...rules.filter((rule) => rule.name === '' || rule.name.length > 255).map((rule) => rule.id),
    ...rules.filter((rule) => rule.properties.tags.length > 10).map((rule) => rule.id),
    ...results.filter((result) => result.message.text === '').map((result) => result.ruleId),
    ...results.filter((result) => rules[result.ruleIndex]?.id !== result.ruleId),
    ...uris.filter((uri) => !LOCATION.test(uri)),
    ...hashes.filter((hash, index) => hashes.indexOf(hash) !== index),
  ]
}

describe('the fixture', () => {
  const log = logOf(reportFixture(200))

  it.skipIf(!HAS_MULTITOOL)('is valid by the schema of SARIF 2.1.0', () => {
    expect(schemaFaults(log)).toEqual([])
  })

  it('keeps the rules of GitHub', () => {
    expect(githubFaults(log)).toEqual([])
  })
})

describe.skipIf(!HAS_MULTITOOL)("sarif-multitool with GitHub's rules", () => {
  let lines: readonly string[] = []
  beforeAll(() => {
    const broken = logOf(reportFixture(2))
    delete broken.runs[0].tool.driver.informationUri
    const logs = {
      'fixture.sarif': sarif.render(reportFixture(40), OPTIONS),
      'hostile.sarif': sarif.render(hostileReport(Object.values(HOSTILE)), OPTIONS),
      'broken.sarif': JSON.stringify(broken),
    }
    for (const [name, log] of Object.entries(logs)) writeFileSync(join(folder, name), log)
    // One start of the tool costs more than its work.
    lines = multitool(Object.keys(logs).map((name) => join(folder, name)))
  }, 90_000)

  it.each(['fixture', 'hostile'])('has nothing to warn of: %s', (name) => {
    expect(lines.filter((line) => line.includes(`${name}.sarif`))).toEqual([])
  })

  it('notices a tool that does not say where it is described', () => {
    expect(lines.filter((line) => line.includes('broken.sarif'))).not.toEqual([])
  })
})

it('says of a result what people and machines read', () => {
  const [result] = runOf(reportFixture(8)).results
  expect(result).toMatchObject({
    ruleId: expect.stringMatching(/^PAL\d{6}-critical$/),
    level: 'error',
    message: {
      text: expect.stringMatching(/^.+ at GET \/shop\/page-0 \[\w+\]\. .+ URL: https:.+\.$/),
    },
    partialFingerprints: { primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{16}:1$/) },
    webRequest: { index: 0 },
    webResponse: { index: 0 },
  })
  expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(
    'dast/shop.example_8443/shop/page-0',
  )
})

it('takes requests and responses apart', () => {
  const run = runOf(reportFixture(8))
  const [{ webRequest }] = run.results
  expect(run.webRequests[webRequest.index]).toMatchObject({
    protocol: 'HTTP',
    version: '1.1',
    method: 'GET',
    headers: { Host: 'shop.example:8443' },
  })
  expect(run.webResponses[0]).toMatchObject({ statusCode: 200, reasonPhrase: 'OK' })
})

it('gives each severity a score that GitHub shows as that severity', () => {
  const rules: readonly Log[] = runOf(reportFixture(40)).tool.driver.rules
  const shown = rules.map((rule) => {
    const score = Number(rule.properties['security-severity'])
    return score > 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low'
  })
  expect(rules.map((rule) => rule.id.split('-')[1])).toEqual(shown)
})

it('marks suppressed findings, with the reason', () => {
  const results: readonly Log[] = runOf(reportFixture(8)).results
  const marked = results.filter((result) => result.suppressions !== undefined)
  expect(marked).toHaveLength(8)
  expect(marked[0].suppressions).toEqual([
    { kind: 'external', status: 'accepted', justification: 'accepted risk: Goes away in May' },
  ])
})

it.each([
  ['docs/security.md', 'docs/security.md'],
  ['./a b/ü.md', 'a%20b/%C3%BC.md'],
  ['../outside', null],
  ['https://evil.example/x', null],
  ['', null],
])('points to the anchor %j', (anchor, uri) => {
  const [result] = runOf(reportFixture(1), { ...OPTIONS, anchor }).results
  expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(
    uri ?? 'dast/shop.example_8443/shop/page-0',
  )
})

it('says that a scan failed', () => {
  const report = reportFixture(1)
  const error = { code: 'lost', message: 'The scan was lost' } as const
  const run = runOf({ ...report, scan: { ...report.scan, status: 'failed', error } })
  expect(run.invocations[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ level: 'error', message: { text: 'The scan was lost.' } }],
  })
})

it('gives every check a number of its own', () => {
  const numbers = CHECKS.map((check) => ruleNumber(check.meta.id, 1_000_000))
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('stays below 10 MB of gzip with findings of the largest size', () => {
  const report = reportFixture(1000)
  const { vulnerabilities } = report.results
  // What compresses badly: no two the same.
  const large = vulnerabilities.map((row) => ({
    ...row,
    response: `HTTP/1.1 200 OK\r\n\r\n${row.fingerprint.repeat(250)}`,
  }))
  const run = runOf({ ...report, results: { ...report.results, vulnerabilities: large } })
  expect(run.results).toHaveLength(1008)
  expect(JSON.stringify(run.webResponses).length).toBeLessThan(7_000_000)
})

describe('hostile text', () => {
  it.each(HOSTILE_ROWS)('%s', (_, text) => {
    const log = logOf(hostileReport([text]))
    expect([...schemaFaults(log), ...githubFaults(log)]).toEqual([])
    expect(log.runs[0].results).toHaveLength(2)
  })

  it('a megabyte, and whatever else', () => {
    expect(schemaFaults(logOf(largeReport(MEGABYTE)))).toEqual([])
    fc.assert(
      fc.property(anyText, (text) => {
        const log = logOf(hostileReport([text]))
        expect([...schemaFaults(log), ...githubFaults(log)]).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})
