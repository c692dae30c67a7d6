import type { AskModel } from './model.ts'

const REST_MS = 60_000

/** A model that failed is let alone for a minute: the rules answer meanwhile, without a wait. */
export function restAfterFailure(ask: AskModel, now: () => number): AskModel {
  let until = 0
  return async (messages, schema) => {
    if (now() < until) throw new Error('the model failed a moment ago')
    try {
      return await ask(messages, schema)
    } catch (error) {
      until = now() + REST_MS
      throw error
    }
  }
}
