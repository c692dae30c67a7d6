import type { Instant } from '../report/time.ts'

const keyOf = (name: string): string => `feeds/${name}.json`
const triedKeyOf = (name: string): string => `feeds/${name}.tried`
const AT = 'at'

/** Feeds in R2 as they came. A bad one never takes the place of a good one: it is not put. */
export function makeFeedStore(bucket: R2Bucket) {
  return {
    /** When the feed was last fetched and last tried; 0 for never. */
    async times(name: string): Promise<Readonly<{ fetchedAt: Instant; triedAt: Instant }>> {
      const [feed, tried] = await Promise.all([
        bucket.head(keyOf(name)),
        bucket.head(triedKeyOf(name)),
      ])
      return { fetchedAt: instantOf(feed), triedAt: instantOf(tried) }
    },
    async read(name: string): Promise<string | null> {
      const object = await bucket.get(keyOf(name))
      return object === null ? null : object.text()
    },
    async put(name: string, text: string, now: Instant): Promise<void> {
      await bucket.put(keyOf(name), text, {
        httpMetadata: { contentType: 'application/json' },
        customMetadata: { [AT]: String(now) },
      })
    },
    async noteTry(name: string, now: Instant): Promise<void> {
      await bucket.put(triedKeyOf(name), '', { customMetadata: { [AT]: String(now) } })
    },
  }
}

const instantOf = (object: R2Object | null): Instant => Number(object?.customMetadata?.[AT] ?? 0)
