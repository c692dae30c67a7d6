import { z } from '@hono/zod-openapi'

import { LIMITS } from '../../limits.ts'

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
// oxlint-disable-next-line no-control-regex -- a note may hold line breaks and tabs, nothing else
const CONTROL_IN_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

const Tag = z
  .string()
  .trim()
  .min(1, 'A tag must not be empty.')
  .max(LIMITS.tagLength, `A tag has at most ${LIMITS.tagLength} characters.`)
  .refine((tag) => !CONTROL.test(tag), 'A tag must not hold control characters.')

/** Trimmed, unique, in the order given (decisions 69). */
export const Tags = z
  .array(Tag)
  .max(LIMITS.tags, `At most ${LIMITS.tags} tags.`)
  .transform((tags): readonly string[] => [...new Set(tags)])

/** Text of people: line breaks and tabs are fine, other control characters are not. */
export const NoteText = (most: number, name: string) =>
  z
    .string()
    .max(most, `${name} may have at most ${most} characters.`)
    .refine((text) => !CONTROL_IN_TEXT.test(text), `${name} must not hold control characters.`)

export const Notes = NoteText(LIMITS.notesLength, 'Notes')
