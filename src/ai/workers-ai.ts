import { z } from 'zod'

import type { AskModel } from './model.ts'

/** What we call of the binding (developers.cloudflare.com/workers-ai/features/json-mode). */
export type WorkersAi = Readonly<{
  run(model: string, input: Readonly<Record<string, unknown>>): Promise<unknown>
}>

const ANSWER_MS = 10_000
const MAX_TOKENS = 3000
/** Low: the same facts should get much the same words. */
const TEMPERATURE = 0.2

/** In JSON mode a model answers `{response}`, an object or its text. */
const Reply = z.object({ response: z.unknown() })

/** Asks a model of Workers AI in JSON mode; rejects after ten seconds. */
export const askWorkersAi =
  (ai: WorkersAi, model: string, sleep: (ms: number) => Promise<void>): AskModel =>
  async (messages, schema) => {
    const reply = ai.run(model, {
      messages,
      response_format: { type: 'json_schema', json_schema: schema },
      max_tokens: MAX_TOKENS,
      temperature: TEMPERATURE,
    })
    const late = sleep(ANSWER_MS).then(() => {
      throw new Error(`the model said nothing for ${ANSWER_MS} ms`)
    })
    return Reply.parse(await Promise.race([reply, late])).response
  }
