/** One event of a Server-Sent Events stream; `id` is the last one named so far. */
export type SseEvent = Readonly<{ id: string | null; data: string }>
export type SseParser = Readonly<{ push(text: string): SseEvent[] }>

const MOST_EVENT_CHARS = 4 * 1024 * 1024

/**
 * Parses a stream as it comes, cut anywhere (HTML standard, "event stream interpretation"; without
 * the byte order mark and lone carriage returns, which our server does not send). Comments,
 * `event:` and `retry:` lines are passed over. Throws when one event is larger than 4 MB.
 */
export function makeSseParser(): SseParser {
  let rest = ''
  let id: string | null = null
  let data: string[] = []

  function line(text: string): SseEvent[] {
    if (text === '') {
      const event = { id, data: data.join('\n') }
      const isEvent = data.length > 0
      data = []
      return isEvent ? [event] : []
    }
    const colon = text.indexOf(':')
    const field = colon === -1 ? text : text.slice(0, colon)
    const value = colon === -1 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    if (field === 'id' && !value.includes('\0')) id = value
    return []
  }

  return {
    push(text) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MOST_EVENT_CHARS) throw new Error('An event of the stream is too large.')
      return lines.flatMap((text) => line(text.replace(/\r$/, '')))
    },
  }
}
