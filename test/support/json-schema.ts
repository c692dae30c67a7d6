import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/
/** RFC 3986 characters, after a scheme or without. */
const URI_CHARS = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const FORMATS = {
  'date-time': (text: string) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text: string) => URI_CHARS.test(text) && URL.canParse(text),
  'uri-reference': (text: string) => URI_CHARS.test(text) && URL.canParse(text, 'https://a.test/'),
  uuid: (text: string) => UUID.test(text),
  // Neither format stands in what we write but for host names, which come from parsed URLs.
  email: () => true,
  'idn-hostname': (text: string) => URL.canParse(`https://${text}/`),
}

/** A validator of JSON Schema 2020-12 that knows other schemas by their id. */
export function compile(schema: object, others: readonly object[] = []): ValidateFunction {
  // The schemas of OASIS have patterns that are wrong under the u flag.
  const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: false })
  for (const [name, holds] of Object.entries(FORMATS)) ajv.addFormat(name, holds)
  for (const other of others) ajv.addSchema(other)
  return ajv.compile(schema)
}

/** The faults in a value, a line each. */
export function faults(validate: ValidateFunction, value: unknown): readonly string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message ?? ''}`)
}
