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

export const Notes = z
  .string()
  .max(LIMITS.notesLength, `Notes have at most ${LIMITS.notesLength} characters.`)
  .refine((notes) => !CONTROL_IN_TEXT.test(notes), 'Notes must not hold control characters.')
