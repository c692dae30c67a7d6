import type { DocumentInput } from './document/context.ts'
import type { Format } from './exporter.ts'
import type { FontSource } from './fonts.ts'

// The renderers and their libraries stand behind `import()`: a Worker that makes no document loads none.

export const pdf = {
  name: 'pdf',
  contentType: 'application/pdf',
  extension: 'pdf',
  version: 2,
} as const satisfies Format

export const docx = {
  name: 'docx',
  contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extension: 'docx',
  version: 2,
} as const satisfies Format

/** One scan, or several in the order given. Equal input gives equal bytes. */
export async function renderPdf(
  inputs: readonly [DocumentInput, ...DocumentInput[]],
  fonts: FontSource,
): Promise<Uint8Array> {
  return (await import('./pdf/render.ts')).renderPdf(inputs, fonts)
}

/** One scan. Equal input gives equal bytes. */
export async function renderDocx(input: DocumentInput): Promise<Uint8Array> {
  return (await import('./docx/render.ts')).renderDocx(input)
}
