import { zipSync, type Zippable } from 'fflate'

import type { Report } from '../report/report.ts'
import type { Exporter, ExportOptions } from './exporter.ts'
import { hostOf } from './place.ts'
import { TEXT_EXPORTERS } from './text-formats.ts'

/** A level that takes a tenth of the default's time; reports shrink to a tenth with either. */
const LEVEL = 1

/** A file that another renderer made, such as a PDF, by its name in the archive. */
export type Beside = Readonly<Record<string, Uint8Array>>

/** Every format of a report in one archive. The dates in it are the scan's, so bytes repeat. */
export function zipOf(
  report: Report,
  options: ExportOptions = {},
  beside: Beside = {},
): Uint8Array {
  const folder = folderOf(report)
  const mtime = report.scan.completed_at
  const files: Zippable = {}
  for (const format of TEXT_EXPORTERS) {
    files[`${folder}/report.${format.extension}`] = [format.render(report, options), { mtime }]
  }
  for (const [name, bytes] of Object.entries(beside)) {
    files[`${folder}/${name}`] = [bytes, { mtime }]
  }
  return zipSync(files, { level: LEVEL })
}

/** A folder that every file system takes. */
const folderOf = ({ scan }: Report): string =>
  `palisade-${hostOf(scan.target_url)}-${scan.completed_at.slice(0, 10)}`
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .slice(0, 120)

export const zip: Exporter = {
  name: 'zip',
  contentType: 'application/zip',
  extension: 'zip',
  version: 1,
  render: (report, options) => zipOf(report, options),
}
