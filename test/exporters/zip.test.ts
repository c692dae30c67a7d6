import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'

import { TEXT_EXPORTERS } from '../../src/exporters/text-formats.ts'
import { folderOf, zipOf } from '../../src/exporters/zip.ts'
import { HOSTILE } from '../support/hostile-strings.ts'
import { reportFixture } from '../support/report-fixture.ts'

const FOLDER = 'palisade-shop.example_8443-2026-11-20'

it('holds what it is given, byte for byte, under the name of the scan', () => {
  const report = reportFixture(20)
  const given = Object.fromEntries(
    TEXT_EXPORTERS.map(({ extension, render }) => [extension, render(report)]),
  )
  const bytes = Object.entries({ ...given, empty: new Uint8Array() }).map(
    ([extension, content]) => ({ extension, bytes: content }),
  )
  const archive = zipOf(report, bytes)
  expect(unzipSync(archive)).toEqual(
    Object.fromEntries(bytes.map((file) => [`${FOLDER}/report.${file.extension}`, file.bytes])),
  )
  expect(zipOf(report, bytes)).toEqual(archive)
})

it('says the size and the sum of each file, which readers check', () => {
  const bytes = new TextEncoder().encode('report '.repeat(100))
  const archive = Buffer.from(zipOf(reportFixture(0), [{ extension: 'txt', bytes }]))
  // APPNOTE.TXT 4.3.12, the central directory's header.
  const entry = archive.subarray(archive.indexOf('PK\u0001\u0002'))
  expect([entry.readUInt32LE(16), entry.readUInt32LE(24)]).toEqual([0xab_bd_37_37, bytes.length])
})

it('has a plain folder, whatever the target is called', () => {
  const base = reportFixture(0)
  for (const text of Object.values(HOSTILE)) {
    const folder = folderOf({ ...base, scan: { ...base.scan, target_url: text } })
    expect(folder).toMatch(/^palisade-[A-Za-z0-9._-]*$/)
  }
})
