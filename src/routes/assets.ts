import { createRoute, z } from '@hono/zod-openapi'

import { addAsset } from '../services/assets/add.ts'
import { listAssets } from '../services/assets/list.ts'
import { removeAsset } from '../services/assets/remove.ts'
import { replaceAsset } from '../services/assets/replace.ts'
import { verifyAsset } from '../services/assets/verify.ts'
import { pageLinks } from '../services/scans/paging.ts'
import type { App } from './context.ts'
import { actorOf } from './context.ts'
import { access } from './middleware/access.ts'
import { idempotent } from './middleware/idempotent.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody, REPEAT_ERRORS, ScanId } from './openapi-shared.ts'
import { Host } from './schemas/account.ts'
import { ASSET, VERIFIED_ASSET } from './schemas/account-examples.ts'
import { Asset, VerifiedAsset } from './schemas/asset.ts'
import { onePage, pageOf, PageQuery } from './schemas/paging.ts'

const ASSET_ERRORS = [...BODY_ERRORS, 'target_not_allowed', 'no_active_plan'] as const

const Body = z.strictObject({ host: Host })
const Params = z.object({ id: ScanId.openapi({ param: { name: 'id', in: 'path' } }) })
const SHARED = { tags: ['Assets'] }
const answer = (description: string) => ({
  description,
  content: { 'application/json': { schema: Asset, example: ASSET } },
})

const list = createRoute({
  ...SHARED,
  method: 'get',
  path: '/api/assets',
  operationId: 'listAssets',
  summary: 'List the hosts of the account',
  description: 'By name; hosts that a scan brought in are among them.',
  ...access('manage', 'reads'),
  request: { query: z.object(PageQuery) },
  responses: {
    200: onePage(pageOf(Asset), ASSET),
    ...errorResponses('invalid_request'),
  },
})

const add = createRoute({
  ...SHARED,
  method: 'post',
  path: '/api/assets',
  operationId: 'addAsset',
  summary: 'Add a host to the account',
  description:
    'A host without port. `proof` says what to publish, and where, to prove that it is yours.',
  ...access('manage', 'writes', idempotent()),
  request: { body: jsonBody(Body, { host: 'shop.example.org' }) },
  responses: {
    201: answer('Added.'),
    200: answer('It was there already.'),
    ...errorResponses(...ASSET_ERRORS, 'asset_limit_reached', 'not_found', ...REPEAT_ERRORS),
  },
})

const replace = createRoute({
  ...SHARED,
  method: 'put',
  path: '/api/assets/{id}',
  operationId: 'replaceAsset',
  summary: 'Put another host in the place of one',
  description:
    'The new host must be proven anew, and stays for 24 hours before it can be replaced.',
  ...access('manage', 'writes'),
  request: { params: Params, body: jsonBody(Body, { host: 'shop.example.org' }) },
  responses: {
    200: answer('Replaced.'),
    ...errorResponses(...ASSET_ERRORS, 'not_found', 'replace_locked'),
  },
})

const remove = createRoute({
  ...SHARED,
  method: 'delete',
  path: '/api/assets/{id}',
  operationId: 'removeAsset',
  summary: 'Remove a host from the account',
  description: 'Its scans stay; its proof is forgotten.',
  ...access('manage', 'writes'),
  request: { params: Params },
  responses: {
    200: {
      description: 'Removed.',
      content: {
        'application/json': {
          schema: z.object({ id: z.string(), deleted: z.literal(true), message: z.string() }),
          example: { id: ASSET.id, deleted: true as const, message: 'The asset is removed.' },
        },
      },
    },
    ...errorResponses('not_found'),
  },
})

const verify = createRoute({
  ...SHARED,
  method: 'post',
  path: '/api/assets/{id}/verify',
  operationId: 'verifyAsset',
  summary: 'Look for the proof of ownership',
  description:
    'Reads the TXT record, the file and the head of the front page now. `verified: false` is an ' +
    'answer, not an error; `checked` says what was seen where. The proof is read again when a scan ' +
    'starts that rests on it.',
  ...access('manage', 'writes'),
  request: { params: Params },
  responses: {
    200: {
      description: 'What was found.',
      content: { 'application/json': { schema: VerifiedAsset, example: VERIFIED_ASSET } },
    },
    ...errorResponses('not_found'),
  },
})

export function assetRoutes(app: App): void {
  app.openapi(list, async (c) => {
    const { account } = c.get('auth')
    const page = await listAssets(c.get('deps'), account.id, c.req.valid('query'))
    c.header('Link', pageLinks(c.req.url, page))
    return c.json(page, 200)
  })
  app.openapi(add, async (c) => {
    const { value } = await readJson(c, Body)
    const { isNew, asset } = await addAsset(c.get('deps'), actorOf(c), value.host)
    return isNew ? c.json(asset, 201) : c.json(asset, 200)
  })
  app.openapi(replace, async (c) => {
    const { value } = await readJson(c, Body)
    const { id } = c.req.valid('param')
    return c.json(await replaceAsset(c.get('deps'), actorOf(c), id, value.host), 200)
  })
  app.openapi(remove, async (c) => {
    const { id } = c.req.valid('param')
    await removeAsset(c.get('deps'), actorOf(c), id)
    return c.json({ id, deleted: true as const, message: 'The asset is removed.' }, 200)
  })
  app.openapi(verify, async (c) =>
    c.json(await verifyAsset(c.get('deps'), actorOf(c), c.req.valid('param').id), 200),
  )
}
