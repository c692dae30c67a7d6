import { createRoute, z } from '@hono/zod-openapi'

import { createSchedule } from '../services/schedules/create.ts'
import { removeSchedule } from '../services/schedules/delete.ts'
import { readSchedules } from '../services/schedules/list.ts'
import { toggleSchedule } from '../services/schedules/toggle.ts'
import type { App } from './context.ts'
import { actorOf } from './context.ts'
import { access } from './middleware/access.ts'
import { idempotent } from './middleware/idempotent.ts'
import { readJson } from './middleware/read-json.ts'
import { BODY_ERRORS, errorResponses, jsonBody, REPEAT_ERRORS, ScanId } from './openapi-shared.ts'
import { TARGET_ERRORS } from './scans-start.ts'
import { Schedule, ScheduleBody, ScheduleDeleted, ScheduleList } from './schemas/schedule.ts'

const TAGS = ['Schedules']
const CREATE_ERRORS = [...BODY_ERRORS, ...TARGET_ERRORS, ...REPEAT_ERRORS, 'unavailable'] as const
const EXAMPLE = {
  target_url: 'https://shop.example.org',
  scan_type: 'vuln',
  interval_hours: 24,
  notify_email: 'security@shop.example.org',
}

const params = z.object({ id: ScanId.openapi({ param: { name: 'id', in: 'path' } }) })
const answer = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
})

/** One path family; both show the same schedules (decisions 18). `noun` tells the operations apart. */
function family(app: App, base: '/api/schedules' | '/api/scheduled-scans', noun: string): void {
  const list = createRoute({
    method: 'get',
    path: base,
    operationId: `list${noun}s`,
    summary: 'List all schedules, oldest first',
    tags: TAGS,
    ...access('read', 'reads'),
    responses: { 200: answer('All of them.', ScheduleList), ...errorResponses() },
  })
  const create = createRoute({
    method: 'post',
    path: base,
    operationId: `create${noun}`,
    summary: 'Scan a target again and again',
    description:
      'Takes every start option. The first run comes after one interval; a run waits for a free ' +
      'slot, and runs that were missed are made up for by one. Needs the Gold plan.',
    tags: TAGS,
    ...access('scan', 'writes', idempotent()),
    request: { body: jsonBody(ScheduleBody, EXAMPLE) },
    responses: { 201: answer('Created.', Schedule), ...errorResponses(...CREATE_ERRORS) },
  })
  const toggle = createRoute({
    method: 'put',
    path: `${base}/{id}/toggle`,
    operationId: `toggle${noun}`,
    summary: 'Switch a schedule on or off',
    description: 'Switched on again, it runs next after its interval.',
    tags: TAGS,
    ...access('scan', 'writes'),
    request: { params },
    responses: {
      200: answer('As it is now.', Schedule),
      ...errorResponses('not_found', 'no_active_plan'),
    },
  })
  const remove = createRoute({
    method: 'delete',
    path: `${base}/{id}`,
    operationId: `delete${noun}`,
    summary: 'Delete a schedule; its scans stay',
    tags: TAGS,
    ...access('scan', 'writes'),
    request: { params },
    responses: { 200: answer('Deleted.', ScheduleDeleted), ...errorResponses('not_found') },
  })

  app.openapi(list, async (c) =>
    c.json(await readSchedules(c.get('deps'), c.get('auth').account.id), 200),
  )
  app.openapi(create, async (c) => {
    const { value } = await readJson(c, ScheduleBody)
    return c.json(await createSchedule(c.get('deps'), actorOf(c), value), 201)
  })
  app.openapi(toggle, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await toggleSchedule(c.get('deps'), actorOf(c), id), 200)
  })
  app.openapi(remove, async (c) => {
    const { id } = c.req.valid('param')
    await removeSchedule(c.get('deps'), actorOf(c), id)
    const message = 'The schedule was deleted; its scans are kept.'
    return c.json({ id, deleted: true as const, message }, 200)
  })
}

export const scheduleRoutes = (app: App): void => family(app, '/api/schedules', 'Schedule')
export const scheduledScanRoutes = (app: App): void =>
  family(app, '/api/scheduled-scans', 'ScheduledScan')
