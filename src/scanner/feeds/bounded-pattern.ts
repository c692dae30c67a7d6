import type { VersionPattern } from '../feeds.ts'

/** What an open end becomes: `.*` and its like, and `\s*` and its like. */
const MOST_WIDE = 500
const MOST_NARROW = 25
/** Repetitions above this multiply the work; their product may not exceed MOST_WORK. */
const FREE_REPEATS = 30
const MOST_WORK = 10_000
const MOST_SOURCE = 1000

const QUANTIFIER = /(?:[*+?]|\{(\d{1,5})(?:(,)(\d{0,5}))?\})(\??)/y
const GROUP_START = /\((?:\?(?::|=|!|<=|<!|<\w{1,30}>))?/y
const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y

type Atom = Readonly<{ text: string; literal: string | null; isWide: boolean }>
type Group = { repeats: boolean; reach: number }

/**
 * A pattern of somebody else's, made safe to run on hostile text: every repetition gets a bound.
 * Null for one that cannot be: repeated groups that repeat inside, several wide gaps, broken syntax.
 */
export function boundPattern(source: string, version = '$1'): VersionPattern | null {
  if (source.length > MOST_SOURCE) return null
  const bounder = new Bounder(source)
  const bounded = bounder.run()
  if (bounded === null) return null
  try {
    return { pattern: new RegExp(bounded, 'g'), hint: bounder.hint, reach: bounder.reach, version }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Reads the source once, from left to right. */
class Bounder {
  hint = ''
  reach = 0
  readonly #source: string
  readonly #open: Group[] = [{ repeats: false, reach: 0 }]
  #at = 0
  #work = 1
  #run = ''

  constructor(source: string) {
    this.#source = source
  }

  run(): string | null {
    let out = ''
    while (this.#at < this.#source.length) {
      const piece = this.#next()
      if (piece === null) return null
      out += piece
    }
    this.#endRun()
    if (this.#open.length !== 1 || this.#work > MOST_WORK) return null
    this.reach = this.#group().reach
    return out
  }

  #next(): string | null {
    const opened = this.#take(GROUP_START)
    if (opened !== null) {
      this.#endRun()
      this.#open.push({ repeats: false, reach: 0 })
      return opened
    }
    const character = this.#source[this.#at] ?? ''
    if (character === ')') return this.#close()
    if (character === '|') {
      // Outside of groups either side may match: then no text is needed by both.
      if (this.#open.length === 1) return null
      this.#at += 1
      return character
    }
    const atom = this.#atom(character)
    return atom === null ? null : this.#repeat(atom)
  }

  #close(): string | null {
    this.#at += 1
    const closed = this.#open.pop()
    if (closed === undefined || this.#open.length === 0) return null
    const found = this.#quantifier()
    if (found !== null && found.max > 1 && (closed.repeats || found.max > FREE_REPEATS)) return null
    const outer = this.#group()
    outer.repeats ||= closed.repeats || (found?.max ?? 1) > 1
    outer.reach += closed.reach * (found?.max ?? 1)
    return `)${found?.text ?? ''}`
  }

  #atom(character: string): Atom | null {
    const set = this.#take(CLASS)
    if (set !== null) return { text: set, literal: null, isWide: /^\[\^|\\[SDW]/.test(set) }
    this.#at += 1
    if (character === '.') return { text: '.', literal: null, isWide: true }
    if (character === '^' || character === '$')
      return { text: character, literal: null, isWide: false }
    if (character !== '\\') return { text: character, literal: character, isWide: false }
    const escaped = this.#source[this.#at] ?? ''
    this.#at += 1
    if (escaped === '') return null
    const isPlain = /\W/.test(escaped)
    return {
      text: `\\${escaped}`,
      literal: isPlain ? escaped : null,
      isWide: /[SDW]/.test(escaped),
    }
  }

  #repeat(atom: Atom): string {
    const found = this.#quantifier(atom.isWide)
    const isOnce = found === null
    if (isOnce && atom.literal !== null && this.#open.length === 1) this.#run += atom.literal
    else this.#endRun()
    const max = found?.max ?? 1
    if (max > 1) this.#group().repeats = true
    if (max > FREE_REPEATS) this.#work *= max
    this.#group().reach += max
    return `${atom.text}${found?.text ?? ''}`
  }

  #quantifier(isWide = false): Readonly<{ text: string; max: number }> | null {
    QUANTIFIER.lastIndex = this.#at
    const match = QUANTIFIER.exec(this.#source)
    if (match === null) return null
    const [text, least, comma, most, lazy = ''] = match
    this.#at += text.length
    if (text.startsWith('?')) return { text, max: 1 }
    const min = text.startsWith('+') ? 1 : Number(least ?? 0)
    if (least !== undefined && comma === undefined) return { text, max: min }
    const isOpen = most === undefined || most === ''
    const max = isOpen ? min + (isWide ? MOST_WIDE : MOST_NARROW) : Number(most)
    return { text: `{${min},${max}}${lazy}`, max }
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const text = pattern.exec(this.#source)?.[0]
    if (text === undefined) return null
    this.#at += text.length
    return text
  }

  #group(): Group {
    return this.#open.at(-1) ?? { repeats: false, reach: 0 }
  }

  #endRun(): void {
    if (this.#run.length > this.hint.length) this.hint = this.#run
    this.#run = ''
  }
}
