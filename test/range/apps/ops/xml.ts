import { ParseOption, XmlDocument, XmlLibError } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

// Without them the parser reads no files at all; it is one setting for the process.
xmlRegisterFsInputProviders()

type Mode = 'resolves' | 'plain'
const OPTIONS: Readonly<Record<Mode, ParseOption>> = {
  resolves: ParseOption.XML_PARSE_NOENT,
  plain: ParseOption.XML_PARSE_NO_XXE,
}

/** Text of the first element of that name in a document, as libxml2 reads it; null if it is wrong. */
export function textOf(source: string, element: string, mode: Mode): string | null {
  try {
    const document = XmlDocument.fromString(source, { option: OPTIONS[mode] })
    try {
      return document.get(`//*[local-name()="${element}"]`)?.content ?? ''
    } finally {
      document.dispose()
    }
  } catch (error) {
    // What visitors send may be no XML; anything else is a mistake of this file.
    if (error instanceof XmlLibError) return null
    throw error
  }
}
