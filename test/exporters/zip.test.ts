import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'

import { TEXT_EXPORTERS } from '../../src/exporters/text-formats.ts'
import { zip, zipOf } from '../../src/exporters/zip.ts'
import { hostileReport } from '../support/hostile-report.ts'
import { HOSTILE } from '../support/hostile-strings.ts'
import { reportFixture } from '../support/report-fixture.ts'

const FOLDER = 'palisade-shop.example_8443-2026-11-20'

it('holds every format, byte for byte', () => {
  const report = reportFixture(20)
  const files = unzipSync(zip.render(report))
  expect(Object.keys(files).toSorted()).toEqual(
    TEXT_EXPORTERS.map((format) => `${FOLDER}/report.${format.extension}`).toSorted(),
  )
  for (const format of TEXT_EXPORTERS) {
    expect(files[`${FOLDER}/report.${format.extension}`]).toEqual(format.render(report))
  }
})

it('takes files of other renderers in', () => {
  const pdf = new TextEncoder().encode('%PDF-1.7')
  const files = unzipSync(zipOf(reportFixture(1), {}, { 'report.pdf': pdf }))
  expect(files[`${FOLDER}/report.pdf`]).toEqual(pdf)
})

it.each(Object.values(HOSTILE))('has a plain folder, whatever the target is called: %j', (text) => {
  const base = hostileReport([text])
  const report = { ...base, scan: { ...base.scan, target_url: text } }
  for (const name of Object.keys(unzipSync(zip.render(report)))) {
    expect(name).toMatch(/^palisade-[A-Za-z0-9._-]*\/report\.[a-z.]+$/)
  }
})
