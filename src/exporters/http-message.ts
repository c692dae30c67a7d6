/** A stored request or response taken apart; what is no HTTP message is all body. */
export type HttpMessage = Readonly<{
  /** The three words of the first line. */
  start: readonly [first: string, second: string, third: string]
  headers: readonly (readonly [name: string, value: string])[]
  body: string
}>

/** Reads `request` and `response` of a finding: start line, headers, blank line, body. */
export function parseMessage(text: string): HttpMessage {
  const gap = /\r?\n\r?\n/.exec(text)
  const head = gap === null ? text : text.slice(0, gap.index)
  const body = gap === null ? '' : text.slice(gap.index + gap[0].length)
  const [line = '', ...fields] = head.split(/\r?\n/)
  const [first = '', second = '', ...rest] = line.split(' ')
  return {
    start: [first, second, rest.join(' ')],
    headers: fields.map((field) => {
      const at = field.indexOf(':')
      return at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1).trim()]
    }),
    body,
  }
}

/** Repeated headers become one, parts joined by commas (RFC 9110 §5.3). */
export function headerRecord(headers: HttpMessage['headers']): Readonly<Record<string, string>> {
  const values = new Map<string, string>()
  for (const [name, value] of headers) {
    const known = values.get(name)
    values.set(name, known === undefined ? value : `${known}, ${value}`)
  }
  return Object.fromEntries(values)
}
