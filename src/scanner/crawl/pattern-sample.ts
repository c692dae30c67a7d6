const MOST_CHARS = 100
const MOST_VALUE = 500

/** A class or escape, and a character that it takes. */
const CLASSES: readonly (readonly [pattern: RegExp, sample: string])[] = [
  [/^(?:\\d|\[0-9\])/, '1'],
  [/^\[A-Z\]/, 'A'],
  [/^\\s/, ' '],
  [/^(?:\\w|\.)/, 'a'],
]
const LITERAL = /^(?:[A-Za-z0-9 @:,;_/#%&='"<>!~-]|\\[^\w\s])/
const SET = /^\[([^^\]\\][^\]\\]{0,60}|\\[^\]]{1,60})\]/
const QUANTIFIER = /^(?:\{(\d{1,3})(?:,\d{0,3})?\}|[+*?])?/

/**
 * A text that the `pattern` of a field takes: `[0-9]{5}` gives 11111, `(?:red|green)` red. Null for
 * what it cannot read. The site's pattern is never run: it may be made to run for ever.
 */
export function sampleOfPattern(pattern: string): string | null {
  if (pattern === '' || pattern.length > MOST_CHARS) return null
  const reader = new PatternReader(pattern.replace(/^\^/, '').replace(/\$$/, ''))
  const value = reader.choice()
  return value === null || !reader.isAtEnd() || value.length > MOST_VALUE ? null : value
}

class PatternReader {
  #rest: string

  constructor(pattern: string) {
    this.#rest = pattern
  }

  isAtEnd(): boolean {
    return this.#rest === ''
  }

  /** The first of the alternatives; the others are read and left. */
  choice(): string | null {
    const first = this.#sequence()
    while (this.#take(/^\|/) !== null) if (this.#sequence() === null) return null
    return first
  }

  #sequence(): string | null {
    let value = ''
    while (this.#rest !== '' && !/^[|)]/.test(this.#rest)) {
      const piece = this.#piece()
      if (piece === null || value.length > MOST_VALUE) return null
      const [, least] = this.#take(QUANTIFIER) ?? []
      value += piece.repeat(least === undefined ? 1 : Number(least))
    }
    return value
  }

  #piece(): string | null {
    if (this.#take(/^\((?:\?:)?(?!\?)/) !== null) {
      const inner = this.choice()
      return this.#take(/^\)/) === null ? null : inner
    }
    for (const [pattern, sample] of CLASSES) if (this.#take(pattern) !== null) return sample
    const [, members] = this.#take(SET) ?? []
    if (members !== undefined) return memberOf(members)
    return this.#take(LITERAL)?.[0].slice(-1) ?? null
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.#rest)
    if (found !== null) this.#rest = this.#rest.slice(found[0].length)
    return found
  }
}

/** One that most sets have, else the first: `[a-zA-Z0-9]` gives a, `[x-z]` x. */
function memberOf(members: string): string {
  if (/a-z/.test(members)) return 'a'
  const [first = ''] = /^(?:\\d|\\w|\\.|.)/.exec(members) ?? []
  if (first === '\\d') return '1'
  return first === '\\w' ? 'a' : first.slice(-1)
}
