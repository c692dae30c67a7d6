/**
 * Spellings of a line break in front of a header of our own. `{value}` is the recorded value, so that
 * what checks how it begins lets it through; `{name}` and `{word}` are new for every request.
 */
export const CRLF_PAYLOADS: readonly string[] = [
  '{value}\r\n{name}: {word}',
  '{value}\n{name}: {word}',
  '{value}\r{name}: {word}',
  // Filters that remove each character once.
  '{value}\r\n\r\n{name}: {word}',
  // Values decoded once more.
  '{value}%0d%0a{name}:%20{word}',
  // Letters whose low byte is a line break, where text is cut to bytes.
  '{value}\u560D\u560A{name}:{word}',
]
/** The same without a line break: nothing of it can be a header. */
export const CRLF_CONTROL = '{value}  {name}: {word}'
