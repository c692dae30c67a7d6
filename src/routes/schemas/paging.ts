import { z } from '@hono/zod-openapi'

import { LIMITS } from '../../limits.ts'

/** A whole number as a query string spells it: digits only, so that `1e3`, `0x1`, ` 1` are wrong. */
const digits = (name: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${name} must be a whole number.`)
    .transform(Number)
    .pipe(z.number().min(1).max(most))

export const PageQuery = {
  page: digits('page', LIMITS.listDepth)
    .default(1)
    .openapi({ type: 'integer', minimum: 1, maximum: LIMITS.listDepth, default: 1 }),
  per_page: digits('per_page', LIMITS.perPageMax).default(LIMITS.perPageDefault).openapi({
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.perPageMax,
    default: LIMITS.perPageDefault,
  }),
}

/** A flag in a query, off by default: `true` or `false`, also spelled `1` or `0`. */
export const Flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .default(false)
  .openapi({ type: 'boolean', default: false })

/** A page of items, and where it stands among all of them. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item).readonly(),
    total: z.int().min(0),
    page: z.int().min(1),
    per_page: z.int().min(1),
    pages: z.int().min(0),
  })

const LINK_HEADER = {
  Link: {
    description: 'Neighbouring pages as URLs: first, prev, next, last (RFC 8288).',
    schema: { type: 'string' as const },
  },
}

/** The answer of a route that lists; `item` as an example of what stands in it. */
export const onePage = <Page extends z.ZodType>(schema: Page, item?: unknown) => ({
  description: 'One page; empty beyond the last.',
  headers: LINK_HEADER,
  content: {
    'application/json': {
      schema,
      ...(item !== undefined && {
        example: { items: [item], total: 1, page: 1, per_page: 20, pages: 1 },
      }),
    },
  },
})
