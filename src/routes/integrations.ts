import { createRoute } from '@hono/zod-openapi'

import { getIntegrations } from '../services/integrations/chat.ts'
import { setChat } from '../services/integrations/set-chat.ts'
import { testChat } from '../services/integrations/test-chat.ts'
import { actorOf, type App } from './context.ts'
import { access } from './middleware/access.ts'
import { idempotent } from './middleware/idempotent.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody, REPEAT_ERRORS } from './openapi-shared.ts'
import { ChatBody, Integrations, TestSent } from './schemas/notify.ts'

const json = <S>(schema: S) => ({ 'application/json': { schema } })

const read = createRoute({
  method: 'get',
  path: '/api/integrations',
  operationId: 'getIntegrations',
  summary: 'Read the integrations of the account',
  tags: ['Webhooks'],
  ...access('manage', 'reads'),
  responses: {
    200: { description: 'The integrations.', content: json(Integrations) },
    ...errorResponses(),
  },
})

const set = createRoute({
  method: 'put',
  path: '/api/integrations/chat',
  operationId: 'setChatWebhook',
  summary: 'Set the global chat webhook',
  description:
    'It is told of every completed scan that has a finding at least as severe as ' +
    '`severity_threshold`; `always` tells of all. Slack, Discord and Teams are known by their ' +
    'hosts and get a native message without a signature; any other receiver, unless ' +
    '`webhook_format` says which it is, gets the signed generic payload. Left out, `webhook_url` ' +
    'stays as it is; null removes the webhook.',
  tags: ['Webhooks'],
  ...access('manage', 'writes'),
  request: {
    body: jsonBody(ChatBody, {
      webhook_url: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXX',
      severity_threshold: 'high',
      enabled: true,
    }),
  },
  responses: {
    200: { description: 'As it is now.', content: json(Integrations) },
    ...errorResponses(...BODY_ERRORS, 'unavailable'),
  },
})

const test = createRoute({
  method: 'post',
  path: '/api/integrations/chat/test',
  operationId: 'testChatWebhook',
  summary: 'Send a test message to the global chat webhook',
  description: 'Also while it is switched off. The delivery log says what came of it.',
  tags: ['Webhooks'],
  ...access('manage', 'writes', idempotent()),
  responses: {
    202: { description: 'On its way.', content: json(TestSent) },
    ...errorResponses('not_found', 'invalid_request', ...REPEAT_ERRORS),
  },
})

export function integrationRoutes(app: App): void {
  app.openapi(read, async (c) =>
    c.json(await getIntegrations(c.get('deps'), c.get('auth').account.id), 200),
  )
  app.openapi(set, async (c) => {
    const { value } = await readJson(c, ChatBody)
    const input = {
      url: value.webhook_url,
      format: value.webhook_format,
      threshold: value.severity_threshold,
      enabled: value.enabled,
    }
    return c.json(await setChat(c.get('deps'), actorOf(c), input), 200)
  })
  app.openapi(test, async (c) =>
    c.json(await testChat(c.get('deps'), c.get('auth').account.id), 202),
  )
}
