/** Code that joins numbers and a product to a text, as only one family of languages does it. */
export type CodePayload = Readonly<{
  /** For sentences. */
  language: string
  template: string
  /** The part without which it is no code: written backwards it makes a lookalike of the same characters. */
  call: string
}>

/**
 * One payload for a value that is the expression itself, stands in single quotes or in double ones: of
 * the three runs the quotes let one be code. `comment` hides the rest from the first, `join` adds texts.
 */
const everywhere = (run: string, comment: string, join: string, end = ''): string =>
  `${run}${comment}'${join}${run}${join}'${comment}"${join}${run}${join}"${end}`

/** `{a}`, `{b}` and the product of `{x}` and `{y}` in a row; without quotes, which the place may have. */
const JAVASCRIPT = '`{a}`.concat({x}*{y},`{b}`)'
const DOTS = '({a} .({x}*{y}). {b})'

export const CODE_PAYLOADS: readonly CodePayload[] = [
  {
    language: 'JavaScript',
    template: everywhere(JAVASCRIPT, '/*', '+', '/**/'),
    call: '.concat(',
  },
  // Where the value is a number to calculate with, a text would only be NaN.
  {
    language: 'JavaScript',
    template: `{value};${JAVASCRIPT}//`,
    call: '.concat(',
  },
  {
    language: 'PHP',
    template: everywhere(`print${DOTS}`, ';/*', '.', '/**/'),
    // Perl joins a bare word, too: without the dot it is no code of either.
    call: ' .(',
  },
  {
    language: 'Perl or PHP',
    // The line ends with the payload, so that what stands behind it on one line is code again.
    template: everywhere(DOTS, '#', '.', '\n'),
    call: ' .(',
  },
  {
    language: 'Python',
    template: everywhere('str({a})+str({x}*{y})+str({b})', '#', '+'),
    call: 'str(',
  },
  {
    language: 'Ruby',
    template: everywhere('[{a},{x}*{y},{b}].join', '#', '+', '\n'),
    call: '.join',
  },
]
