import { zipSync, type Zippable } from 'fflate'

import type { Report } from '../report/report.ts'
import { docx, pdf } from './documents.ts'
import type { Exporter, ExportOptions, Format } from './exporter.ts'
import { hostOf } from './place.ts'
import { TEXT_EXPORTERS } from './text-formats.ts'

/** A level that takes a tenth of the default's time; reports shrink to a tenth with either. */
const LEVEL = 1

const versionsOf = (formats: readonly Pick<Format, 'version'>[]): number =>
  formats.reduce((sum, { version }) => sum + version, 0)

export const zip = {
  name: 'zip',
  contentType: 'application/zip',
  extension: 'zip',
  // Rises with that of everything in it.
  version: 1 + versionsOf([...TEXT_EXPORTERS, pdf, docx]),
} as const satisfies Format

/** A file that another renderer made, such as a PDF, by its extension. */
export type Beside = Readonly<Record<string, Uint8Array>>

/** Every format of a report in one archive. The dates in it are the scan's, so bytes repeat. */
export function zipOf(
  report: Report,
  options: ExportOptions = {},
  beside: Beside = {},
): Uint8Array {
  const folder = folderOf(report)
  const texts = TEXT_EXPORTERS.map(
    ({ extension, render }: Exporter) => [extension, render(report, options)] as const,
  )
  const mtime = report.scan.completed_at
  const files: Zippable = Object.fromEntries(
    [...texts, ...Object.entries(beside)].map(([extension, bytes]) => [
      `${folder}/report.${extension}`,
      [bytes, { mtime }],
    ]),
  )
  return zipSync(files, { level: LEVEL })
}

/** A name that every file system takes. */
export const folderOf = ({ scan }: Report): string =>
  `palisade-${hostOf(scan.target_url)}-${scan.completed_at.slice(0, 10)}`
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .slice(0, 120)
