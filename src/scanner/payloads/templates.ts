/** How an expression is written, by the marks around it. */
export type TemplateMarks =
  | 'curly'
  | 'dollar'
  | 'hash'
  | 'percent'
  | 'at'
  | 'equals'
  | 'velocity'
  | 'liquid'
  | 'handlebars'
  | 'mako'

/** An expression of one kind of marks and what it becomes, `{result}`, between two nonces. */
export type TemplatePiece = Readonly<{
  marks: TemplateMarks
  /** `{x}` and `{y}` are numbers, `{text}` is a text of `{length}` letters. */
  write: string
  becomes: readonly string[]
}>

const product = (marks: TemplateMarks, write: string): TemplatePiece => ({
  marks,
  write,
  becomes: ['{product}'],
})
const PIECES = {
  curly: product('curly', '{{{x}*{y}}}'),
  dollar: product('dollar', '${{x}*{y}}'),
  hash: product('hash', '#{{x}*{y}}'),
  percent: product('percent', '<%= {x}*{y} %>'),
  equals: product('equals', '{{={x}*{y}}}'),
} as const

/** What stands before and behind the pieces, to leave the place of the value and to enter it again. */
export type TemplateProbe = Readonly<{
  /** For sentences: where the value stands. */
  place: string
  head: string
  pieces: readonly TemplatePiece[]
  tail: string
}>
const inText = (...pieces: readonly TemplatePiece[]): TemplateProbe => ({
  place: 'is text of a template',
  head: '',
  pieces,
  tail: '',
})

/** Engines that leave alone what they do not know, even half a mark: these are asked in any case. */
export const LENIENT_PROBES: readonly TemplateProbe[] = [
  // Thymeleaf takes its brackets away, Smarty leaves the dollar; Freemarker, lodash; Pug, Ruby, SpEL; ERB, EJS, Eta; Razor.
  inText(
    {
      marks: 'dollar',
      write: '[[${{x}*{y}}]]',
      becomes: ['{product}', '[[{product}]]', '[[${product}]]'],
    },
    PIECES.hash,
    PIECES.percent,
    product('at', '@({x}*{y})'),
  ),
  inText(PIECES.equals, product('velocity', '#set($q={x}*{y})${q}')),
]

/** Engines that fail at half a mark: asked where a text full of them did not come back as it was. */
export const STRICT_PROBES: readonly TemplateProbe[] = [
  inText(PIECES.curly),
  // Handlebars computes nothing, but knows the length of a text; Liquid takes that for a comment.
  inText(
    product('liquid', '{% assign q = {x} | times: {y} %}{{q}}'),
    {
      marks: 'handlebars',
      write: '{% comment %}{mark}{{lookup "{text}" "length"}}{mark}{% endcomment %}',
      becomes: ['{% comment %}{mark}{length}{mark}{% endcomment %}'],
    },
    product('mako', '${{x}*{y}}'),
  ),
]

/** `stays` is what the broken expression is left with: the value itself, or the start of a text. */
const inside = (place: string, stays: string, opens: string): readonly TemplateProbe[] => [
  { place, head: `${stays}}}`, pieces: [PIECES.curly], tail: `{{${opens}` },
  { place, head: `${stays}}`, pieces: [PIECES.dollar, PIECES.hash], tail: `\${${opens}` },
  { place, head: `${stays} %>`, pieces: [PIECES.percent], tail: `<%= ${opens}` },
]

export const EXPRESSION_PROBES: readonly TemplateProbe[] = [
  ...inside('stands in an expression of a template', '{value}', '1'),
  {
    place: 'stands in an expression of a template',
    head: '{value}}}',
    pieces: [PIECES.equals],
    tail: '{{=1',
  },
]
export const STRING_PROBES: readonly TemplateProbe[] = [
  ...inside('stands in a text in single quotes in an expression of a template', "'", "'"),
  ...inside('stands in a text in double quotes in an expression of a template', '"', '"'),
]

/** An expression that only one engine answers so. `{WORD}` is `{word}` in capitals. */
export type EngineQuestion = Readonly<{ engine: string; asks: string; becomes: string }>
const question = (engine: string, asks: string, becomes: string): EngineQuestion => ({
  engine,
  asks,
  becomes,
})

/** `wrap` is how the marks go around a question; engines without questions are the only ones of their marks. */
export const ENGINES: Readonly<
  Record<
    TemplateMarks,
    Readonly<{ wrap: string; engine: string; questions: readonly EngineQuestion[] }>
  >
> = {
  curly: {
    wrap: '{{{asks}}}',
    engine: 'unknown engine of {{ }}',
    questions: [
      question('Jinja2', "'{word}'*2", '{word}{word}'),
      question('Twig', '{x} b-xor 0', '{x}'),
      question('Nunjucks', "('{word}'|upper).substr(0)", '{WORD}'),
      question('Squirrelly', "'{word}'.toUpperCase()", '{WORD}'),
    ],
  },
  dollar: {
    wrap: '${{asks}}',
    engine: 'unknown engine of ${ }',
    questions: [
      question('Freemarker', '"{word}"?upper_case', '{WORD}'),
      question('Smarty', "'{word}'|upper", '${WORD}'),
      question('lodash', "typeof __p+'{word}'", 'string{word}'),
      question('Thymeleaf', "'{word}'.equals('{word}')", 'true'),
    ],
  },
  hash: {
    wrap: '#{{asks}}',
    engine: 'unknown engine of #{ }',
    questions: [
      question('Pug', "typeof pug_html+'{word}'", 'string{word}'),
      question('Ruby', "'{word}'.upcase", '{WORD}'),
      question('SpEL', "'{word}'.equals('{word}')", 'true'),
    ],
  },
  percent: {
    wrap: '<%= {asks} %>',
    engine: 'unknown engine of <% %>',
    questions: [
      question('ERB', "'{word}'.upcase", '{WORD}'),
      question('EJS', "typeof escapeFn+'{word}'", 'function{word}'),
      question('Eta', "typeof __eta+'{word}'", 'object{word}'),
      question('lodash', "typeof __p+'{word}'", 'string{word}'),
    ],
  },
  at: { wrap: '', engine: 'Razor', questions: [] },
  equals: { wrap: '', engine: 'doT', questions: [] },
  velocity: { wrap: '', engine: 'Velocity', questions: [] },
  liquid: { wrap: '', engine: 'Liquid', questions: [] },
  handlebars: { wrap: '', engine: 'Handlebars', questions: [] },
  mako: { wrap: '', engine: 'Mako', questions: [] },
}

/** The end of `TRIAGE_TEXT` as it was sent or encoded for HTML, JSON or an address. */
export const MARKS_UNTOUCHED = /\$\{\{(?:<|&lt;|&#60;|&#x3c;|\\u003c|%3c)%#\{/i

const MIRRORED: Readonly<Record<string, string>> = {
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
}
/** As long and of the same characters, with every bracket turned round: no template has such marks. */
export const mirrored = (payload: string): string =>
  payload.replace(/[{}<>()[\]]/g, (mark) => MIRRORED[mark] ?? mark)
