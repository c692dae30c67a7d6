import { createContext, runInContext } from 'node:vm'

export type Language = 'JavaScript' | 'PHP' | 'Perl' | 'Python' | 'Ruby'

/** Strings of these languages may hold the end of a line; those of JavaScript may not. */
const LINE_END: [RegExp, string] = [/\n(['"])$/, '\\n$1']

/** How the part of a language that payloads use is written in JavaScript, and what it does not know. */
const LANGUAGES: Readonly<
  Record<Language, Readonly<{ foreign: RegExp | null; swaps: readonly [RegExp, string][] }>>
> = {
  JavaScript: { foreign: null, swaps: [] },
  PHP: {
    foreign: /`|str\(|\.join/,
    swaps: [
      [/#/g, '//'],
      [/ ?\.(?=[ ('"p])|(?<=['"])\.(?=\()/g, '+String()+'],
    ],
  },
  Perl: {
    foreign: /`|str\(|\.join|print|\/\*/,
    swaps: [LINE_END, [/#/g, '//'], [/ ?\.(?=[ ('"])/g, '+String()+']],
  },
  Python: {
    foreign: /`|print|\.join|\/\*| \.\(|;/,
    swaps: [
      [/#/g, '//'],
      [/str\(/g, 'String('],
    ],
  },
  Ruby: {
    foreign: /`|print|str\(|\/\*| \.\(/,
    swaps: [LINE_END, [/#/g, '//'], [/\.join/g, '.join(String())']],
  },
}

/** What evaluating a text gives and prints; throws what it is no valid code for. */
export function evaluate(language: Language, code: string): string {
  const { foreign, swaps } = LANGUAGES[language]
  if (foreign?.test(code)) throw new SyntaxError(`not ${language}`)
  const script = swaps.reduce((text, [from, to]) => text.replace(from, to), code)
  let printed = ''
  const print = (text: unknown): number => {
    printed += String(text)
    return 1
  }
  const context = createContext(language === 'PHP' ? { print } : {})
  const value: unknown = runInContext(script, context, { timeout: 1000 })
  return printed + String(value)
}
