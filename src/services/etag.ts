import { createHash } from 'node:crypto'

/** A strong entity tag over the parts that decide an answer's bytes. */
export const entityTag = (...parts: readonly (string | number)[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`

/** Whether an If-None-Match header names the tag: weak comparison (RFC 9110, 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch
    .split(',')
    .map((given) => given.trim().replace(/^W\//, ''))
    .some((given) => given === '*' || given === tag)
}
