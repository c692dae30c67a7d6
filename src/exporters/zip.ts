import { crc32, deflateRawSync } from 'node:zlib'

import { Zip, type ZipInputFile } from 'fflate'

import type { Report } from '../report/report.ts'
import { concatenated } from './bytes.ts'
import type { Format } from './exporter.ts'
import { PARTS } from './parts.ts'
import { hostOf } from './place.ts'

export const zip = {
  name: 'zip',
  contentType: 'application/zip',
  extension: 'zip',
  // Rises with that of everything in it.
  version: 2 + PARTS.reduce((sum, { version }) => sum + version, 0),
} as const satisfies Format

/** The bytes of one format. */
export type ArchivedFile = Readonly<{ extension: string; bytes: Uint8Array }>

/** Reports shrink to a tenth at the quickest level too. */
const LEVEL = 1
/** APPNOTE.TXT 4.4.5 of the ZIP format. */
const DEFLATED = 8

/**
 * The files of a report in one archive. The dates in it are the scan's, so bytes repeat. The
 * platform packs: a script takes several times as long.
 */
export function zipOf(report: Report, files: readonly ArchivedFile[]): Uint8Array {
  const folder = folderOf(report)
  const chunks: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error !== null) throw error
    chunks.push(chunk)
  })
  for (const { extension, bytes } of files) {
    const file: ZipInputFile = {
      filename: `${folder}/report.${extension}`,
      mtime: report.scan.completed_at,
      compression: DEFLATED,
      size: bytes.length,
      crc: crc32(bytes),
    }
    archive.add(file)
    file.ondata?.(null, deflateRawSync(bytes, { level: LEVEL }), true)
  }
  archive.end()
  return concatenated(chunks)
}

/** A name that every file system takes. */
export const folderOf = ({ scan }: Report): string =>
  `palisade-${hostOf(scan.target_url)}-${scan.completed_at.slice(0, 10)}`
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .slice(0, 120)
