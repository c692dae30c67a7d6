import type { Report } from '../report/report.ts'
import type { Exporter } from './exporter.ts'
import { TEXT_EXPORTERS } from './text-formats.ts'
import { zip } from './zip.ts'

/** Every format that needs the report alone. */
export const EXPORTERS: readonly Exporter[] = [...TEXT_EXPORTERS, zip]

export const exporterOf = (name: string): Exporter | undefined =>
  EXPORTERS.find((format) => format.name === name)

/** The name that a browser saves an export under. */
export const fileNameOf = ({ scan }: Report, format: Pick<Exporter, 'extension'>): string =>
  `scan-${scan.id}.${format.extension}`
