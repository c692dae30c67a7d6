import { ParseOption, XmlDocument, type XmlElement, type XmlNode } from 'libxml2-wasm'

/** Calls with the document and frees it; throws where it is not well-formed. */
export function withXml<T>(bytes: Uint8Array, use: (root: XmlElement) => T): T {
  const document = XmlDocument.fromBuffer(bytes, { option: ParseOption.XML_PARSE_HUGE })
  try {
    return use(document.root)
  } finally {
    document.dispose()
  }
}

/** The texts of the nodes that an XPath names. */
export const textsAt = (root: XmlNode, xpath: string): readonly string[] =>
  root.find(xpath).map((node) => node.content)
