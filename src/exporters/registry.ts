import type { Exporter } from './exporter.ts'
import { TEXT_EXPORTERS } from './text-formats.ts'
import { zip } from './zip.ts'

/** Every format that needs the report alone. */
export const EXPORTERS: readonly Exporter[] = [...TEXT_EXPORTERS, zip]

export const exporterOf = (name: string): Exporter | undefined =>
  EXPORTERS.find((format) => format.name === name)
