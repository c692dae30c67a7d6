import type { DocumentInput } from './document/context.ts'
import { docx, pdf, renderDocx, renderPdf } from './documents.ts'
import type { ExportOptions } from './exporter.ts'
import type { FontSource } from './fonts.ts'
import type { LargeName } from './registry.ts'
import { zipOf } from './zip.ts'

/** One scan as a large file. Equal input gives equal bytes. */
export async function renderLarge(
  name: LargeName,
  input: DocumentInput,
  options: ExportOptions,
  fonts: FontSource,
): Promise<Uint8Array> {
  switch (name) {
    case 'pdf':
      return renderPdf([input], fonts)
    case 'docx':
      return renderDocx(input)
    case 'zip':
      return zipOf(input.report, options, {
        [pdf.extension]: await renderPdf([input], fonts),
        [docx.extension]: await renderDocx(input),
      })
  }
}
