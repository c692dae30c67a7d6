/**
 * A document type whose entity is put together by the parser: `{left}{right}` stands nowhere in the
 * request. Internal entities only, two levels, no repetition: nothing is loaded and nothing grows.
 */
export const XXE_DOCTYPE =
  '<!DOCTYPE {root} [<!ENTITY {part} "{left}"><!ENTITY {whole} "&{part};{right}">]>'

/** Names of values that hold XML. */
export const XML_NAMES =
  /(?:^|[_-])(?:xml|soap|saml(?:request|response)?|feed|rss|svg|wsdl|xmldata)$/i

/** What parsers say of a document they cannot read; none of them is a refusal of document types. */
export const XML_ERRORS: readonly RegExp[] = [
  /\bxmlParse(?:EntityRef|Entity|Charref|StartTag)\b[^<\n]{0,100}/,
  /\bSAXParseException\b[^<\n]{0,100}/,
  /\blxml\.etree\.XMLSyntaxError\b[^<\n]{0,100}/,
  /\bxml\.parsers\.expat\.ExpatError\b[^<\n]{0,100}/,
  /\bSystem\.Xml\.XmlException\b[^<\n]{0,100}/,
  /\bREXML::ParseException\b[^<\n]{0,100}/,
  /\bEntityRef: expecting ';'/,
]
/** Parsers that refuse document types are set up as they should be. */
export const REFUSES_DOCTYPE =
  /doctype[^<\n]{0,60}(?:disallow|not allowed|forbidden|prohibited)|(?:disallow|forbid|prohibit)\w{0,5}[^<\n]{0,60}(?:doctype|DTD|entit)|DTD is prohibited|EntitiesForbidden|DTDForbidden/i
