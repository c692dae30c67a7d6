import { join } from 'node:path'

import { describe, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { z } from 'zod'

import {
  ASSETS_BINDING,
  BROWSER_BINDING,
  COMPATIBILITY_DATE,
  COMPATIBILITY_FLAGS,
  CRON,
  D1_BINDING,
  DEAD_LETTERS,
  DURABLE_OBJECTS,
  MAIL_BINDING,
  MAX_RETRIES,
  PRODUCERS,
  R2_BINDING,
  R2_BUCKET,
  RATE_LIMITS,
  VARS,
} from '../../../cli/embedded/bindings.ts'

const Consumer = z.object({
  queue: z.string(),
  max_batch_timeout: z.number(),
  max_retries: z.number(),
  dead_letter_queue: z.string().optional(),
})
const Config = z.object({
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()),
  triggers: z.object({ crons: z.array(z.string()) }),
  d1_databases: z.array(z.object({ binding: z.string() })),
  r2_buckets: z.array(z.object({ binding: z.string(), bucket_name: z.string() })),
  assets: z.object({ binding: z.string() }),
  browser: z.object({ binding: z.string() }),
  send_email: z.array(z.object({ name: z.string() })),
  ratelimits: z.array(
    z.object({ name: z.string(), namespace_id: z.string(), simple: z.unknown() }),
  ),
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string() })),
  }),
  migrations: z.array(z.object({ new_sqlite_classes: z.array(z.string()).optional() })),
  queues: z.object({
    producers: z.array(z.object({ binding: z.string(), queue: z.string() })),
    consumers: z.array(Consumer),
  }),
  vars: z.record(z.string(), z.string()),
})

const config = Config.parse(
  unstable_readConfig({ config: join(import.meta.dirname, '../../../wrangler.toml') }),
)

describe('the embedded runtime has what wrangler.toml gives to production', () => {
  it('runs the same platform', () => {
    expect(config.compatibility_date).toBe(COMPATIBILITY_DATE)
    expect(config.compatibility_flags).toEqual(COMPATIBILITY_FLAGS)
    expect(config.triggers.crons).toEqual([CRON])
  })

  it('binds the same stores', () => {
    expect(config.d1_databases.map(({ binding }) => binding)).toEqual([D1_BINDING])
    expect(config.r2_buckets).toMatchObject([{ binding: R2_BINDING, bucket_name: R2_BUCKET }])
    expect(config.assets.binding).toBe(ASSETS_BINDING)
    expect(config.browser.binding).toBe(BROWSER_BINDING)
    expect(config.send_email.map(({ name }) => name)).toEqual([MAIL_BINDING])
    expect(
      config.ratelimits.map(({ name, namespace_id, simple }) => [name, { namespace_id, simple }]),
    ).toEqual(Object.entries(RATE_LIMITS))
  })

  it('binds the same objects', () => {
    const classes = config.durable_objects.bindings.map(({ name, class_name }) => [
      name,
      class_name,
    ])
    expect(Object.fromEntries(classes)).toEqual(DURABLE_OBJECTS)
    expect(config.migrations.flatMap((step) => step.new_sqlite_classes ?? []).sort()).toEqual(
      Object.values(DURABLE_OBJECTS).toSorted(),
    )
  })

  it('has the same queues', () => {
    const producers = config.queues.producers.map(({ binding, queue }) => [binding, queue])
    expect(Object.fromEntries(producers)).toEqual(PRODUCERS)
    const consumers = config.queues.consumers
    expect(consumers.map(({ queue }) => queue).sort()).toEqual(
      [...Object.values(PRODUCERS), DEAD_LETTERS].sort(),
    )
    expect(new Set(consumers.map(({ max_retries }) => max_retries))).toEqual(new Set([MAX_RETRIES]))
    const unit = consumers.filter(({ queue }) => queue !== DEAD_LETTERS)
    expect(new Set(unit.map((consumer) => consumer.dead_letter_queue))).toEqual(
      new Set([DEAD_LETTERS]),
    )
    expect(new Set(unit.map(({ max_batch_timeout }) => max_batch_timeout))).toEqual(new Set([0]))
  })

  it('has the same settings, but for those that the parent process gives', () => {
    const { DOH_URL, PUBLIC_URL, ...shared } = config.vars
    expect([DOH_URL, PUBLIC_URL].every((value) => URL.canParse(value ?? ''))).toBe(true)
    expect(shared).toEqual(VARS)
  })
})
