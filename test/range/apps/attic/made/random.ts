import { randomInt } from 'node:crypto'

export const DIGITS = '0123456789'
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const BASE62 = `${DIGITS}${UPPER}${UPPER.toLowerCase()}`

/** `length` characters of the alphabet, each as likely as the others. */
export const pick = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
