import type { Context, TypedResponse } from 'hono'

import type { AppEnv } from './context.ts'

/**
 * Answers `{"items":[…], …page}` item by item, so that memory holds one of them at a time. When an
 * item cannot be made the connection breaks off: a list that lacks one would look whole.
 */
export function streamList<T, P extends object>(
  c: Context<AppEnv>,
  items: AsyncIterable<T>,
  page: P,
): TypedResponse<{ items: T[] } & P, 200, 'json'> {
  const answer: unknown = c.body(streamOf(pieces(items, page)), 200, {
    'content-type': 'application/json',
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON, spelled by a stream
  return answer as TypedResponse<{ items: T[] } & P, 200, 'json'>
}

async function* pieces<T>(items: AsyncIterable<T>, page: object): AsyncGenerator<string> {
  yield '{"items":['
  let separator = ''
  for await (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ','
  }
  yield `],${JSON.stringify(page).slice(1)}`
}

function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}
