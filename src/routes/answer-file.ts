import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'

import { LIMITS } from '../limits.ts'
import type { ExportAnswer } from '../services/scans/export.ts'
import { tagAnswer } from './conditional.ts'
import type { AppEnv } from './context.ts'

/** A file that a browser saves, or 202 with the place to ask for it again. */
export function answerFile(c: Context<AppEnv>, answer: ExportAnswer, location: string): Response {
  if (answer.kind === 'later') {
    const message = 'The file is being made. Ask for it again at the Location.'
    const headers = { location, 'retry-after': String(LIMITS.pollAfterS) }
    return c.json({ status: 'rendering', message }, 202, headers)
  }
  tagAnswer(c, answer.etag)
  if (answer.kind === 'unchanged') return c.body(null, 304)
  const { fileName, contentType, headers, body } = answer.file
  return c.body(body, 200, {
    ...headers,
    'content-type': contentType,
    'content-disposition': attachment(fileName),
  })
}

/** Names are made of ids: ASCII, so both forms hold the same (RFC 6266, 4.3). */
export const attachment = (fileName: string): string =>
  `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`

const Later = z.object({ status: z.literal('rendering'), message: z.string() })

/** What a route documents that may answer before its file is there. */
export const MADE_LATER = {
  202: {
    description: 'It takes longer than a minute: ask again at `Location`, after `Retry-After`.',
    headers: z.object({ Location: z.string(), 'Retry-After': z.string() }),
    content: {
      'application/json': {
        schema: Later,
        example: { status: 'rendering', message: 'The file is being made.' },
      },
    },
  },
} as const
