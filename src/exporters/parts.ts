import type { DocumentInput } from './document/context.ts'
import { docx, pdf, renderDocx, renderPdf } from './documents.ts'
import type { ExportOptions, Format } from './exporter.ts'
import type { FontSource } from './fonts.ts'
import { TEXT_EXPORTERS } from './text-formats.ts'

/** A format that is not made of others. Equal input gives equal bytes. */
export type Part = Format &
  Readonly<{
    make(input: DocumentInput, options: ExportOptions, fonts: FontSource): Promise<Uint8Array>
  }>

/** What an archive holds, in its order. */
export const PARTS: readonly Part[] = [
  ...TEXT_EXPORTERS.map(({ render, ...format }): Part => ({
    ...format,
    make: async ({ report }, options) => render(report, options),
  })),
  { ...pdf, make: (input, _options, fonts) => renderPdf([input], fonts) },
  { ...docx, make: (input) => renderDocx(input) },
]

export const partOf = (name: string): Part | undefined => PARTS.find((part) => part.name === name)
