import type { Confidence } from '../../../report/severity.ts'
import { PLACEHOLDERS } from '../../payloads/secrets.ts'
import { entropyOf } from './cookies.ts'

/** `text` stands in the body as it is; `secret` is the part of it that must not be shown. */
export type SecretText = Readonly<{
  kind: string
  what: string
  text: string
  secret: string
  confidence: Confidence
  reason: string
  grade: 'high' | 'medium' | 'low'
}>

/** Most candidates of one rule that are looked at in one body. */
const MOST = 20
/** Random text of 16 characters and more has at least this many bits per character. */
const LEAST_BITS = 3

export const isPlaceholder = (text: string): boolean =>
  PLACEHOLDERS.some((pattern) => pattern.test(text))

/** Long enough to be random, and no word that stands for a secret. */
export const looksLikeKey = (text: string): boolean =>
  entropyOf(text) >= LEAST_BITS && !isPlaceholder(text)

/** The first candidates of a pattern; a body full of them is not read to its end. */
export const all = (body: string, pattern: RegExp): readonly RegExpExecArray[] =>
  body.matchAll(pattern).take(MOST).toArray()
