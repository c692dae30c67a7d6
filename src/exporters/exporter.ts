import type { Report } from '../report/report.ts'
import type { Severity } from '../report/severity.ts'

/** What a reader may ask for; each format takes what concerns it. */
export type ExportOptions = Readonly<{
  /** SARIF: a path of the repository that all results point to, instead of `dast/<host>/<path>`. */
  anchor?: string
  /** SARIF: where the service describes itself; without it validators warn. */
  docsUrl?: string
  /** JUnit: issues below it pass with a note. Default `low`: every issue fails. */
  failOn?: Severity
  /** CSV: the columns. Default `palisade`. */
  profile?: CsvProfile
  /** CSV: rows of every status, not issues alone. */
  includeAll?: boolean
}>

export const CSV_PROFILES = ['palisade', 'defectdojo'] as const
export type CsvProfile = (typeof CSV_PROFILES)[number]

/** What is told of a file of one format. */
export type Format = Readonly<{
  name: string
  contentType: string
  /** After the dot of the file's name. */
  extension: string
  /** Part of the cache key: raised whenever the bytes of an unchanged report change. */
  version: number
  /** Headers of an answer that carries it, beside those that all exports have. */
  headers?: Readonly<Record<string, string>>
}>

/** A format that is text. The same report and options give the same bytes. */
export type Exporter = Format &
  Readonly<{ render(report: Report, options?: ExportOptions): Uint8Array }>

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
