import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cleanText } from '../../src/exporters/clean.ts'
import { cut } from '../../src/exporters/cut.ts'
import { observableId } from '../../src/exporters/stix-id.ts'
import { stix } from '../../src/exporters/stix.ts'
import type { Report } from '../../src/report/report.ts'
import { hostileReport, largeReport } from '../support/hostile-report.ts'
import { HOSTILE, MEGABYTE } from '../support/hostile-strings.ts'
import { anyText, HOSTILE_ROWS } from '../support/hostile-text.ts'
import { compile, faults } from '../support/json-schema.ts'
import { reportFixture } from '../support/report-fixture.ts'
import { HAS_SCHEMAS, SCHEMAS } from '../support/shared-schemas.ts'

type Stix = Readonly<{ type: string; id: string } & Record<string, unknown>>
type Bundle = Readonly<{ type: string; id: string; objects: readonly Stix[] }>

const bundleOf = (report: Report): Bundle =>
  JSON.parse(new TextDecoder().decode(stix.render(report)))

const FOLDERS = ['common', 'observables', 'sdos', 'sros']

/** The validators of OASIS by type of object. */
function validators(): ReadonlyMap<string, ValidateFunction> {
  const all = FOLDERS.flatMap((folder) =>
    readdirSync(join(SCHEMAS, 'stix2.1', folder)).map((file) => ({
      folder,
      type: file.replace(/\.json$/, ''),
      schema: JSON.parse(readFileSync(join(SCHEMAS, 'stix2.1', folder, file), 'utf8')),
    })),
  )
  const wanted = new Set(['bundle', ...bundleOf(reportFixture(2)).objects.map((each) => each.type)])
  for (const type of ['ipv4-addr', 'ipv6-addr']) wanted.add(type)
  return new Map(
    all
      .filter(({ folder, type }) => wanted.has(type) && (folder !== 'common' || type === 'bundle'))
      .map(({ type, schema }) => {
        const others = all.flatMap((each) => (each.schema === schema ? [] : [each.schema]))
        return [type, compile(schema, others)]
      }),
  )
}

const known = HAS_SCHEMAS ? validators() : new Map<string, ValidateFunction>()

function faultsOf(object: Stix): readonly string[] {
  const validate = known.get(object.type)
  if (validate === undefined) return [`no schema of ${object.type}`]
  return faults(validate, object).map((fault) => `${object.id}${fault}`)
}

const bundleFaults = (bundle: Bundle): readonly string[] =>
  bundle.objects.flatMap(faultsOf).slice(0, 5)

describe.skipIf(!HAS_SCHEMAS)('the schemas of OASIS', () => {
  it('take the fixture, every object and the bundle', () => {
    const bundle = bundleOf(reportFixture(60))
    expect(bundleFaults(bundle)).toEqual([])
    // Of the types of STIX 2.1 the schema of a bundle has forgotten the note. It holds each object
    // against all others: a few objects are enough.
    const objects = bundle.objects.filter((each) => each.type !== 'note').slice(0, 30)
    expect(faultsOf({ ...bundle, objects })).toEqual([])
  })

  it.each([
    ['a time without milliseconds', { created: '2026-11-20T10:42:07Z' }],
    ['an id of another type', { id: 'malware--5b0b8b57-2f0e-4d0e-8a9c-3f4b6b1c7d21' }],
    ['no name', { name: undefined }],
    ['a confidence over 100', { confidence: 101 }],
  ])('refuse %s', (_, fault) => {
    const { objects } = bundleOf(reportFixture(1))
    const found = objects.filter((each) => each.type === 'vulnerability')
    expect(found.flatMap(faultsOf)).toEqual([])
    const broken = found.map((each) => JSON.parse(JSON.stringify({ ...each, ...fault })))
    expect(broken.flatMap(faultsOf)).not.toEqual([])
  })

  it.each([
    ['http://192.0.2.7:8080/', null, 'ipv4-addr'],
    ['http://[2001:db8::1]/', null, 'ipv6-addr'],
    ['https://shop.example/', '2001:db8::2', 'ipv6-addr'],
    ['https://пример.рф/', null, 'domain-name'],
  ])('take the host of %s at %s', (target_url, target_ip, type) => {
    const base = reportFixture(1)
    const bundle = bundleOf({ ...base, scan: { ...base.scan, target_url, target_ip } })
    expect(bundleFaults(bundle)).toEqual([])
    expect(bundle.objects.map((each) => each.type)).toContain(type)
  })

  it.each(HOSTILE_ROWS)('take hostile text: %s', (_, text) => {
    const bundle = bundleOf(hostileReport([text]))
    expect(bundleFaults(bundle)).toEqual([])
    const notes = bundle.objects.filter((each) => each.type === 'note')
    expect(notes[0]?.['content']).toContain(cut(cleanText(text), 8192))
  })

  it('take a megabyte, and whatever else', () => {
    expect(bundleFaults(bundleOf(largeReport(MEGABYTE)))).toEqual([])
    expect(bundleFaults(bundleOf(hostileReport(Object.values(HOSTILE))))).toEqual([])
    fc.assert(
      fc.property(anyText, (text) => {
        expect(bundleFaults(bundleOf(hostileReport([text])))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

/** The ids that an object names. */
const refsOf = (object: Stix): readonly string[] =>
  Object.entries(object).flatMap(([key, value]) =>
    /_refs?$/.test(key) ? ([value].flat() as readonly string[]) : [],
  )

it('has each object once, and no reference that leads nowhere', () => {
  const { objects } = bundleOf(reportFixture(60))
  const ids = new Set(objects.map((each) => each.id))
  expect(ids.size).toBe(objects.length)
  expect(objects.flatMap(refsOf).filter((id) => !ids.has(id))).toEqual([])
})

it('has the objects of each finding, and one report over all', () => {
  const types = Map.groupBy(bundleOf(reportFixture(60)).objects, (each) => each.type)
  const counts = Object.fromEntries([...types].map(([type, objects]) => [type, objects.length]))
  expect(counts).toMatchObject({
    vulnerability: 60,
    'observed-data': 60,
    note: 60,
    'course-of-action': 8,
    identity: 1,
    infrastructure: 1,
    'domain-name': 1,
    software: 3,
    report: 1,
  })
})

it('names url and domain-name as every other producer of STIX does', () => {
  // As Python's uuid5 makes it of the namespace of STIX 2.1 §2.9 and the canonical JSON.
  expect(observableId('domain-name', { value: 'example.com' })).toBe(
    'domain-name--bedb4899-d24b-5401-bc86-8f6b4cc18ec7',
  )
})

it('leaves suppressed findings out', () => {
  expect(JSON.stringify(bundleOf(reportFixture(4)))).not.toContain('/legacy')
})
