import { existsSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

import { LIMITS } from '../../src/limits.ts'
import { OWASP_NAMES } from '../../src/report/catalogue.ts'
import { cvssScore, severityOf } from '../../src/report/cvss.ts'
import { CWE_NAMES } from '../../src/report/cwe-names.ts'
import { CHECKS } from '../../src/scanner/checks/index.ts'
import { checkById } from '../../src/scanner/checks/lookup.ts'

const PHASES = ['passive', 'origin', 'page', 'input', 'stored', 'script'] as const
const METAS = CHECKS.map(({ meta }) => meta)

const names = (dir: string): string[] =>
  (existsSync(dir) ? readdirSync(dir) : []).map((file) =>
    basename(file).replace(/(?:\.test)?\.ts$/, ''),
  )

it.each(PHASES)('registers every check of checks/%s under the name of its file', (phase) => {
  const registered = CHECKS.filter((check) => check.phase === phase).map(({ meta }) => meta.id)
  expect(registered.toSorted()).toEqual(names(`src/scanner/checks/${phase}`).toSorted())
})

it('registers no id twice', () => {
  expect(new Set(METAS.map(({ id }) => id)).size).toBe(METAS.length)
})

it('has a test table for every check', () => {
  expect(names('test/checks')).toEqual(expect.arrayContaining(METAS.map(({ id }) => id)))
})

it('has no table that belongs to no check', () => {
  const ids = METAS.map(({ id }) => id)
  const others = names('test/checks').filter(
    (name) => !ids.some((id) => name === id || name.startsWith(`${id}.`)),
  )
  expect(others.toSorted()).toEqual(['registry', 'support'])
})

it('finds a check by its id', () => {
  for (const check of CHECKS) expect(checkById(check.meta.id)).toBe(check)
  expect(checkById('header.unknown')).toBeUndefined()
})

it.each(METAS)('$id: severity is the band of its CVSS vector', ({ cvss, severity }) => {
  expect(severityOf(cvssScore(cvss))).toBe(severity)
  expect(severity === 'info', 'info is for what has no score').toBe(cvssScore(cvss) === 0)
})

it.each(METAS)('$id: classified by what the catalogue knows', ({ cwe, owasp, owasp2021 }) => {
  expect(Object.keys(CWE_NAMES)).toContain(cwe)
  expect(owasp).toMatch(/^A\d{2}:2025$/)
  expect(owasp2021).toMatch(/^A\d{2}:2021$/)
  expect(Object.keys(OWASP_NAMES)).toEqual(expect.arrayContaining([owasp, owasp2021]))
})

it.each(METAS)('$id: texts are there and of sensible length', (meta) => {
  expect(meta.id).toMatch(/^[a-z0-9]+(\.[a-z0-9_]+)*$/)
  expect(meta.title).toMatch(/^[A-Z].{10,70}[^.]$/)
  expect(meta.category).toMatch(/^[A-Z][a-z]+(?: [a-z]+)*$/)
  for (const text of [meta.description, meta.remediation]) {
    expect(text).toMatch(/^[A-Z].*\.$/)
    expect(text.length).toBeGreaterThan(100)
    expect(text.length).toBeLessThan(600)
  }
  expect(meta.probes.length).toBeGreaterThan(0)
  expect(meta.references.length).toBeGreaterThan(0)
  for (const reference of meta.references) expect(new URL(reference).protocol).toBe('https:')
})

/** Of a unit that looks after its session, behind two requests for the page and two for triage. */
const MOST_REQUESTS = LIMITS.unitRequests - LIMITS.sessionReserve - 4

it.each(METAS)('$id: the budget fits into every unit', (meta) => {
  const isPassive = checkById(meta.id)?.phase === 'passive'
  expect(meta.maxRequests > 0).toBe(!isPassive)
  expect(meta.maxRequests).toBeLessThanOrEqual(MOST_REQUESTS)
})
