import { TooLongError, type ByteReader } from './bytes.ts'
import { BrokenOff, MalformedAnswer } from './malformed.ts'

/** A header line as it came: the case of its name, its place, its repeats. */
export type HeaderLine = readonly [name: string, value: string]
export type Head = Readonly<{
  /** 0 or 1: the digit after `HTTP/1.`. */
  minor: number
  status: number
  lines: readonly HeaderLine[]
}>

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const SWITCHED = 101

/**
 * Status line and header lines (RFC 9112, 4 and 5); interim answers are passed over. All together
 * at most `maxBytes`. Throws MalformedAnswer, BrokenOff, TooLongError.
 */
export async function readHead(reader: ByteReader, maxBytes: number): Promise<Head> {
  let room = maxBytes
  let isEmpty = true
  const next = async (): Promise<string> => {
    const line = await reader.line(room).catch((cause: unknown) => {
      if (!(cause instanceof BrokenOff)) throw cause
      throw new BrokenOff(cause.message, isEmpty, { cause })
    })
    if (line === null) throw new BrokenOff('The connection ended within the head.', isEmpty)
    isEmpty = false
    room -= line.length + 2
    if (room < 0) throw new TooLongError(`The head is longer than ${maxBytes} bytes.`)
    return line
  }
  for (;;) {
    const first = await next()
    const match = STATUS_LINE.exec(first)
    if (match === null) throw new MalformedAnswer('The answer does not begin with a status line.')
    const lines = await readLines(next)
    const status = Number(match[2])
    if (status >= 200 || status === SWITCHED) return { minor: Number(match[1]), status, lines }
  }
}

async function readLines(next: () => Promise<string>): Promise<readonly HeaderLine[]> {
  const lines: HeaderLine[] = []
  for (let line = await next(); line !== ''; line = await next()) {
    if (line.includes('\0')) throw new MalformedAnswer('A header line holds a zero byte.')
    const last = lines.at(-1)
    // RFC 9112, 5.2: a line that begins with a blank goes on with the value before it.
    if (/^[ \t]/.test(line) && last !== undefined) {
      lines[lines.length - 1] = [last[0], `${last[1]} ${trimmed(line)}`.trimStart()]
      continue
    }
    lines.push(parseLine(line))
  }
  return lines
}

function parseLine(line: string): HeaderLine {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(colon, 0))
  if (!NAME.test(name)) throw new MalformedAnswer('A header line has no valid name.')
  return [name, trimmed(line.slice(colon + 1))]
}

/** Without blanks around; a lone CR is one (RFC 9112, 2.2). */
const trimmed = (value: string): string =>
  value
    .replaceAll('\r', ' ')
    .replace(/^[ \t]+/, '')
    .replace(/[ \t]+$/, '')

/** The values of a header by its lower-case name, in order. */
export const valuesOf = (lines: readonly HeaderLine[], name: string): readonly string[] =>
  lines.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value)

/** The members of a list header, lower case. */
export const listOf = (lines: readonly HeaderLine[], name: string): readonly string[] =>
  valuesOf(lines, name)
    .flatMap((value) => value.split(','))
    .map((member) => member.trim().toLowerCase())
    .filter((member) => member !== '')
