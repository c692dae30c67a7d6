/** How a language writes one frame of a stack trace: its own order of file, line and function. */
export type TraceFormat = Readonly<{
  language: string
  /** One of them stands in every frame, or in the head that the format demands; looked for first. */
  hints: readonly string[]
  /** Stands before the first frame; null where frames alone are unmistakable. */
  head: RegExp | null
  frame: RegExp
  /** Frames that follow each other before it counts; one where a frame is a whole message. */
  least: number
}>

/** A quote as written or as a character reference. */
const Q = String.raw`(?:["'\x60]|&(?:quot|apos|#0?3[49]|#x2[27]);)`
/** `<` and `>` as written or escaped. */
const LT = '(?:<|&lt;)'
const GT = '(?:>|&gt;)'
const JAVA_NAME = String.raw`(?:[\w$]{1,80}[./]){1,20}(?:[\w$]{1,80}|${LT}(?:init|clinit)${GT})`

export const TRACE_FORMATS: readonly TraceFormat[] = [
  {
    language: 'Java',
    hints: ['.java:'],
    head: null,
    frame: new RegExp(String.raw`\bat ${JAVA_NAME}\([\w$-]{1,80}\.java:\d{1,6}\)`, 'g'),
    least: 2,
  },
  {
    language: 'Kotlin',
    hints: ['.kt:'],
    head: null,
    frame: new RegExp(String.raw`\bat ${JAVA_NAME}\([\w$-]{1,80}\.kt:\d{1,6}\)`, 'g'),
    least: 2,
  },
  {
    language: 'Scala',
    hints: ['.scala:'],
    head: null,
    frame: new RegExp(String.raw`\bat ${JAVA_NAME}\([\w$-]{1,80}\.scala:\d{1,6}\)`, 'g'),
    least: 2,
  },
  {
    language: '.NET',
    hints: [':line '],
    head: null,
    frame:
      /\bat [\w.`+[\]&;,<>]{3,200}\([^()\r\n]{0,300}\) in (?:[A-Za-z]:\\|\/)[^\r\n:*?"<>|]{1,200}\.(?:cs|vb|fs):line \d{1,6}/g,
    least: 1,
  },
  {
    // The page that ASP.NET shows: no `at`, an offset or a place behind each frame.
    language: '.NET',
    hints: ['Exception: ', 'Exception ('],
    head: /\[[A-Z]\w{2,80}Exception(?: \(0x[\da-f]{8}\))?: /,
    frame:
      /(?<=\n {3})[\w.`+[\]&;,<>]{3,200}\([^()\r\n]{0,300}\) (?:\+\d{1,8}|in [A-Za-z]:\\[^\r\n:*?"<>|]{1,200}\.(?:cs|vb|fs):\d{1,6})/g,
    least: 2,
  },
  {
    language: 'Python',
    hints: ['Traceback (most recent call last)'],
    head: /Traceback \(most recent call last\)/,
    frame: new RegExp(
      String.raw`File ${Q}[^"'<>&\r\n]{1,200}${Q}, line \d{1,6}, in [\w&;<>.]{1,80}`,
      'g',
    ),
    least: 1,
  },
  {
    language: 'PHP',
    hints: ['.php('],
    head: null,
    frame: /#\d{1,3} (?:\/|[A-Za-z]:\\)[^\s()<>]{1,200}\.php\(\d{1,6}\): [\w\\]{1,120}/g,
    least: 1,
  },
  {
    language: 'PHP',
    hints: ['on line '],
    head: null,
    frame:
      /(?:Warning|Notice|Deprecated|Fatal error|Parse error)(?:<\/b>)?: {1,2}[^<\r\n]{5,300} in (?:<b>)?(?:\/|[A-Za-z]:\\)[^\s<>]{1,200}\.(?:php|inc|phtml)(?:<\/b>)? on line (?:<b>)?\d{1,6}/g,
    least: 1,
  },
  {
    language: 'Node.js',
    hints: ['.js:', '.mjs:', '.cjs:', '.ts:'],
    head: null,
    frame:
      /\bat (?:(?:async |new )?[\w$.&;<>[\] ]{1,100} \()?(?:file:\/\/)?(?:\/|[A-Za-z]:\\)[^\s()<>:]{1,200}\.(?:[cm]?js|ts):\d{1,6}:\d{1,6}\)?/g,
    least: 2,
  },
  {
    language: 'Ruby',
    hints: ['.rb:'],
    head: null,
    frame: new RegExp(
      String.raw`(?:\/|\.\/|\b[a-z]+\/)[\w./@+-]{1,200}\.rb:\d{1,6}:in ${Q}[^\r\n"<]{1,100}`,
      'g',
    ),
    least: 2,
  },
  {
    language: 'Go',
    hints: ['goroutine '],
    head: /\bgoroutine \d{1,9} \[[a-z][a-z ,\d]{1,60}\]:/,
    frame: /(?:\/|[A-Za-z]:[\\/])[^\s<>:]{1,200}\.go:\d{1,6}(?: \+0x[0-9a-f]{1,8})?/g,
    least: 1,
  },
  {
    language: 'Perl',
    hints: [' called at '],
    head: null,
    frame:
      /\b[\w:]{2,80}(?:\([^()\r\n]{0,200}\))? called at (?:\/|[A-Za-z]:\\)?[^\s<>]{1,200}\.(?:p[lm]|cgi) line \d{1,6}/g,
    least: 1,
  },
]
