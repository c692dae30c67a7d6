import { z } from 'zod'

import type { Instant } from '../report/time.ts'

/** R2 deletes this many keys at once. */
const PAGE = 1000

const State = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asked'), at: z.number(), times: z.number() }),
  z.object({
    kind: z.literal('failed'),
    at: z.number(),
    code: z.enum(['internal_error', 'unavailable']),
  }),
])
/** What is known of a file that is not there yet: that it was asked for, or that it cannot be made. */
export type OrderState =
  | Readonly<{ kind: 'asked'; at: Instant; times: number }>
  | Readonly<{ kind: 'failed'; at: Instant; code: 'internal_error' | 'unavailable' }>

const stateKey = (key: string): string => `${key}.state`
const folderOf = (accountId: string, folder: string): string => `exports/${accountId}/${folder}/`

/** Files made of reports, in R2 under `exports/{account}/{scan or "bulk"}/{name}`. */
export function makeExportStore(bucket: R2Bucket) {
  return {
    keyOf: (accountId: string, folder: string, name: string): string =>
      `${folderOf(accountId, folder)}${name}`,
    async get(key: string): Promise<ReadableStream<Uint8Array> | null> {
      return (await bucket.get(key))?.body ?? null
    },
    async has(key: string): Promise<boolean> {
      return (await bucket.head(key)) !== null
    },
    /** The state goes with it: a file that is there was made. */
    async put(key: string, bytes: Uint8Array): Promise<void> {
      await bucket.put(key, bytes)
      await bucket.delete(stateKey(key))
    },
    async state(key: string): Promise<OrderState | null> {
      const object = await bucket.get(stateKey(key))
      return object === null ? null : State.parse(await object.json())
    },
    async setState(key: string, state: OrderState): Promise<void> {
      await bucket.put(stateKey(key), JSON.stringify(state))
    },
    async delete(key: string): Promise<void> {
      await bucket.delete([key, stateKey(key)])
    },
    /** Everything that was made of a scan, or every combined report of the account. */
    async erase(accountId: string, folder: string): Promise<void> {
      for (;;) {
        const { objects } = await bucket.list({ prefix: folderOf(accountId, folder), limit: PAGE })
        if (objects.length === 0) return
        await bucket.delete(objects.map(({ key }) => key))
      }
    },
  }
}
