import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'

import { TEXT_EXPORTERS } from '../../src/exporters/text-formats.ts'
import { folderOf, zipOf } from '../../src/exporters/zip.ts'
import { HOSTILE } from '../support/hostile-strings.ts'
import { reportFixture } from '../support/report-fixture.ts'

const FOLDER = 'palisade-shop.example_8443-2026-11-20'

it('holds every format, byte for byte, and the documents that others made', () => {
  const report = reportFixture(20)
  const pdf = new TextEncoder().encode('%PDF-1.7')
  const files = unzipSync(zipOf(report, {}, { pdf }))
  const { [`${FOLDER}/report.pdf`]: document, ...texts } = files
  expect(document).toEqual(pdf)
  expect(Object.keys(texts).toSorted()).toEqual(
    TEXT_EXPORTERS.map((format) => `${FOLDER}/report.${format.extension}`).toSorted(),
  )
  for (const format of TEXT_EXPORTERS) {
    expect(texts[`${FOLDER}/report.${format.extension}`]).toEqual(format.render(report))
  }
})

it('has a plain folder, whatever the target is called', () => {
  const base = reportFixture(0)
  for (const text of Object.values(HOSTILE)) {
    const folder = folderOf({ ...base, scan: { ...base.scan, target_url: text } })
    expect(folder).toMatch(/^palisade-[A-Za-z0-9._-]*$/)
  }
})
