/** Code that joins numbers and a product to a text, as only one family of languages does it. */
export type CodePayload = Readonly<{
  /** For sentences. */
  language: string
  template: string
  /** A swap that leaves a lookalike of the same characters that no language evaluates. */
  scramble: readonly [from: string, to: string]
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
    scramble: ['.concat(', '.tacnoc('],
  },
  // Where the value is a number to calculate with, a text would only be NaN.
  {
    language: 'JavaScript',
    template: `{value};${JAVASCRIPT}//`,
    scramble: ['.concat(', '.tacnoc('],
  },
  {
    language: 'PHP',
    template: everywhere(`print${DOTS}`, ';/*', '.', '/**/'),
    scramble: ['print(', 'tnirp('],
  },
  {
    language: 'Perl or PHP',
    template: everywhere(DOTS, ';#', '.'),
    scramble: [' .(', ' (.'],
  },
  {
    language: 'Python',
    template: everywhere('str({a})+str({x}*{y})+str({b})', '#', '+'),
    scramble: ['str(', 'rts('],
  },
  {
    language: 'Ruby',
    template: everywhere('[{a},{x}*{y},{b}].join', '#', '+'),
    scramble: ['.join', '.nioj'],
  },
]
