import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'

import { LIMITS } from '../limits.ts'
import { getBadge } from '../services/badge/get.ts'
import { entityTag, isUnchanged } from '../services/etag.ts'
import { badgeSvg } from '../ui/badge-svg.ts'
import type { App, AppEnv } from './context.ts'
import { NOT_MODIFIED, tagAnswer } from './conditional.ts'
import { publicErrorResponses } from './openapi-shared.ts'

const CACHE = `public, max-age=${LIMITS.badgeMaxAgeS}, stale-while-revalidate=${LIMITS.badgeStaleS}`

const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  // The image is made to be shown on other sites.
  'cross-origin-resource-policy': 'cross-origin',
} as const

const route = createRoute({
  method: 'get',
  path: '/badge/{domain}.svg',
  operationId: 'getBadge',
  summary: 'Get the security badge of a domain',
  description:
    'The grade of the newest completed scan by the proven owner of the domain, else "unknown".',
  tags: ['Badge'],
  security: [],
  request: {
    params: z.object({
      domain: z.string().openapi({
        param: { name: 'domain', in: 'path' },
        example: 'shop.example',
      }),
    }),
  },
  responses: {
    200: {
      description: 'An SVG image; grey when no grade may be shown.',
      content: { 'image/svg+xml': { schema: z.string() } },
    },
    ...NOT_MODIFIED,
    ...publicErrorResponses('not_found'),
  },
})

export function badgeRoutes(app: App): void {
  // The router cannot match a suffix of a path field by itself, so the two are registered apart.
  app.openAPIRegistry.registerPath(route)
  app.get('/badge/:file{.+\\.svg}', answerBadge)
}

async function answerBadge(c: Context<AppEnv, '/badge/:file'>): Promise<Response> {
  const domain = c.req.param('file').replace(/\.svg$/, '')
  const badge = await getBadge(c.get('deps'), domain, (work) => c.executionCtx.waitUntil(work))
  const svg = badgeSvg(badge)
  const etag = entityTag(svg)
  tagAnswer(c, etag, CACHE)
  // Caches on the way count it in: nobody shows a grade that was read more than five minutes ago.
  c.header('Age', String(badge.ageS))
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value)
  if (isUnchanged(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  return c.body(svg, 200, { 'content-type': 'image/svg+xml; charset=utf-8' })
}
