import { createHash } from 'node:crypto'

import type { Location } from './finding.ts'

/** What makes two sightings the same issue. Parts that do not count are `""` (see `oncePer`). */
export type FingerprintParts = Readonly<{
  check_id: string
  origin: string
  path_template: string
  method: string
  location: Location
  parameter: string
  discriminator: string
}>

/** 64 hex: one identity for compare, triage, lifecycle and every export (tables.md §2). */
export const fingerprint = (parts: FingerprintParts): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        parts.check_id,
        parts.origin,
        parts.path_template,
        parts.method.toUpperCase(),
        parts.location,
        parts.parameter,
        parts.discriminator,
      ]),
    )
    .digest('hex')

/** The `id` of a row: the start of its fingerprint. */
export const rowId = (print: string): string => print.slice(0, 16)
