import { docx, pdf } from './documents.ts'
import type { Exporter, Format } from './exporter.ts'
import { TEXT_EXPORTERS } from './text-formats.ts'
import { zip } from './zip.ts'

/** Formats that take seconds and are made apart from the request that asks for them. */
export const LARGE_FORMATS = [pdf, docx, zip] as const
export type LargeName = (typeof LARGE_FORMATS)[number]['name']

export const FORMATS: readonly Format[] = [...TEXT_EXPORTERS, ...LARGE_FORMATS]

export const formatOf = (name: string): Format | undefined =>
  FORMATS.find((format) => format.name === name)

/** The format that a request makes itself, when it is one. */
export const textExporterOf = (name: string): Exporter | undefined =>
  TEXT_EXPORTERS.find((format) => format.name === name)

export const largeNameOf = (name: string): LargeName | undefined =>
  LARGE_FORMATS.find((format) => format.name === name)?.name

/** The name that a browser saves an export under. */
export const fileNameOf = (scanId: string, { extension }: Pick<Format, 'extension'>): string =>
  `scan-${scanId}.${extension}`
