import type { Instant } from '../../report/time.ts'
import type { Guard, Log, Transport } from '../../scanner/ports.ts'

/** R2 behind a port: `feeds/{name}.json` as fetched, and when it was last tried. */
export type FeedStore = Readonly<{
  times(name: string): Promise<Readonly<{ fetchedAt: Instant; triedAt: Instant }>>
  read(name: string): Promise<string | null>
  put(name: string, text: string, now: Instant): Promise<void>
  noteTry(name: string, now: Instant): Promise<void>
}>

/** What fetching and reading feeds needs of the world. */
export type FeedDeps = Readonly<{
  now(): Instant
  store: FeedStore
  guard: Guard
  transport: Transport
  /** Null: nothing is fetched, the built-in table is all there is. */
  url: string | null
  userAgent: string
  log: Log
}>

export const LIBRARIES_FEED = 'libraries'
