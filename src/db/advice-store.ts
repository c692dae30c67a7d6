const keyOf = (accountId: string, name: string): string => `advice/${accountId}/${name}.json`

/** What a model said, in R2: by question, and as laid over a scan; of one account each. */
export function makeAdviceStore(bucket: R2Bucket) {
  return {
    async get(accountId: string, name: string): Promise<unknown> {
      const object = await bucket.get(keyOf(accountId, name))
      return object === null ? null : object.json()
    },
    async put(accountId: string, name: string, value: unknown): Promise<void> {
      await bucket.put(keyOf(accountId, name), JSON.stringify(value), {
        httpMetadata: { contentType: 'application/json' },
      })
    },
    async delete(accountId: string, name: string): Promise<void> {
      await bucket.delete(keyOf(accountId, name))
    },
  }
}
