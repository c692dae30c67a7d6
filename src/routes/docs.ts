import { createRoute, z } from '@hono/zod-openapi'

import { entityTag, isUnchanged } from '../services/etag.ts'
import { DOCS_PAGE, DOCS_POLICY } from '../ui/docs-page.ts'
import { NOT_MODIFIED, tagAnswer } from './conditional.ts'
import type { App } from './context.ts'
import { describeApi, registerSecuritySchemes, registerWebhooks } from './openapi-document.ts'
import { publicErrorResponses } from './openapi-shared.ts'

const PUBLIC_REVALIDATED = 'public, no-cache'

const description = createRoute({
  method: 'get',
  path: '/api/openapi.json',
  operationId: 'getOpenApi',
  summary: 'Get this description',
  tags: ['Service'],
  security: [],
  responses: {
    200: {
      description: 'OpenAPI 3.1.',
      content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
    },
    ...NOT_MODIFIED,
    ...publicErrorResponses('method_not_allowed'),
  },
})

const page = createRoute({
  method: 'get',
  path: '/api/docs',
  operationId: 'getDocs',
  summary: 'Read this description as a page',
  tags: ['Service'],
  security: [],
  responses: {
    200: {
      description: 'The interactive reference.',
      content: { 'text/html': { schema: z.string() } },
    },
    ...publicErrorResponses('method_not_allowed'),
  },
})

/** Registered last or not: the description is made when it is first asked for. */
export function docsRoutes(app: App): void {
  registerSecuritySchemes(app)
  registerWebhooks(app)
  let made: Readonly<{ text: string; etag: string }> | null = null
  const make = () => {
    const text = describeApi(app)
    return { text, etag: entityTag(text) }
  }

  app.openapi(description, (c) => {
    made ??= make()
    tagAnswer(c, made.etag, PUBLIC_REVALIDATED)
    if (isUnchanged(c.req.header('if-none-match'), made.etag)) return c.body(null, 304)
    return c.body(made.text, 200, { 'content-type': 'application/json' })
  })

  app.openapi(page, (c) =>
    c.body(DOCS_PAGE, 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': DOCS_POLICY,
      'cache-control': PUBLIC_REVALIDATED,
    }),
  )

  // Until there is a dashboard (interfaces.md).
  app.get('/', (c) => c.redirect('/api/docs', 302))
}
