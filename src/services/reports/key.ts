import { createHash } from 'node:crypto'

import type { Format } from '../../exporters/exporter.ts'
import { VERSION } from '../../version.ts'
import type { ScanRecord } from '../scans/record.ts'
import { overlayTag } from '../scans/record.ts'

const HASH_CHARS = 32

/** What an account has of a kind that is not one scan's: combined reports. */
export const BULK_FOLDER = 'bulk'

/** Everything beside the report that decides the bytes of a file made of it (tables.md §8). */
const overlayOf = (scan: ScanRecord) => [scan.id, overlayTag(scan), scan.tags] as const

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, HASH_CHARS)

/** `{renderer}-{overlay}-{query hash}.{ext}`; the same name means the same bytes. */
export function exportName(scan: ScanRecord, format: Format, options: unknown): string {
  const renderer = `${format.name}${format.version}.${VERSION}`
  const query = hashOf([scan.tags, overlayTag(scan), options])
  return `${renderer}-${scan.overlayVersion}-${query}.${format.extension}`
}

/** Names a combined report by its scans, in their order, and what is laid over them. */
export const bulkId = (scans: readonly ScanRecord[], format: Format): string =>
  hashOf([VERSION, format.version, scans.map(overlayOf)])
