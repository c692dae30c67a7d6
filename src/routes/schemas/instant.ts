import { z } from '@hono/zod-openapi'

const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/

/** An instant as clients write it: ISO 8601; without a zone it is UTC (decisions 6). */
export const InstantText = z.iso
  .datetime({
    local: true,
    offset: true,
    error: 'Must be a time like 2026-12-31T00:00:00, which is UTC.',
  })
  .transform((text) => Date.parse(ZONE.test(text) ? text : `${text}Z`))
  .openapi({ type: 'string', format: 'date-time', example: '2026-12-31T00:00:00' })
