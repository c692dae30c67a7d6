import { expect, it } from 'vitest'

import { askWorkersAi } from '../../src/ai/workers-ai.ts'

const MESSAGES = [{ role: 'user', content: '[]' }] as const
const SCHEMA = { type: 'object' }
const never = () => new Promise<never>(() => undefined)

it('asks in JSON mode, with the schema of the answer', async () => {
  const calls: unknown[] = []
  const ai = {
    run: async (model: string, input: Readonly<Record<string, unknown>>) => {
      calls.push([model, input])
      return { response: { items: [] }, usage: { total_tokens: 9 } }
    },
  }
  expect(await askWorkersAi(ai, '@cf/some/model', never)(MESSAGES, SCHEMA)).toEqual({ items: [] })
  expect(calls).toEqual([
    [
      '@cf/some/model',
      expect.objectContaining({
        messages: MESSAGES,
        response_format: {
          type: 'json_schema',
          json_schema: SCHEMA,
        },
      }),
    ],
  ])
})

it('gives up on a model that does not answer', async () => {
  const asked = askWorkersAi(
    { run: never },
    '@cf/some/model',
    async () => undefined,
  )(MESSAGES, SCHEMA)
  await expect(asked).rejects.toThrow('said nothing')
})

it('rejects what is no reply', async () => {
  const asked = askWorkersAi({ run: async () => 'busy' }, '@cf/some/model', never)(MESSAGES, SCHEMA)
  await expect(asked).rejects.toThrow()
})
