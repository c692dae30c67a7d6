import type { RandomBytes } from '../accounts/api-keys.ts'
import type { Adviser } from '../ai/port.ts'
import type { Database } from '../db/database.ts'
import type { Settings } from '../env.ts'
import type { FontSource } from '../exporters/fonts.ts'
import type { Report } from '../report/report.ts'
import type { Instant } from '../report/time.ts'
import type { KeptPlaces } from '../scanner/engine/kept-place.ts'
import type { Caches } from './caches.ts'
import type { AccountRoom, DeliveryMessage, RecountJob, ScanRoom, WindowAnswer } from './ports.ts'
import type { Guard, Log, Resolver, Transport, TxtResolver } from '../scanner/ports.ts'
import type { ExportQueue, ExportStore } from './reports/ports.ts'

/** R2 behind a port: `results/{account}/{scan}.json.gz` and `.csv.gz`, written once, never changed. */
export type ReportStore = Readonly<{
  put(accountId: string, scanId: string, report: Report): Promise<string>
  get(accountId: string, scanId: string): Promise<Report | null>
  /** The rows of a report for the CSV of the account: gzipped when put, text when read. */
  putRows(accountId: string, scanId: string, bytes: Uint8Array): Promise<void>
  rows(accountId: string, scanId: string): Promise<AsyncIterable<string> | null>
  /** Where each finding was seen, for a re-test; empty for scans that kept none. */
  putPlaces(accountId: string, scanId: string, places: KeptPlaces): Promise<void>
  places(accountId: string, scanId: string): Promise<KeptPlaces>
  delete(accountId: string, scanId: string): Promise<void>
}>

/** R2 behind a port: `advice/{account}/{name}.json`. */
export type AdviceStore = Readonly<{
  get(accountId: string, name: string): Promise<unknown>
  put(accountId: string, name: string, value: unknown): Promise<void>
  delete(accountId: string, name: string): Promise<void>
}>

/** Read and write limits per account: the Rate Limiting binding, or exact windows in local mode. */
export type RateLimits = Readonly<{
  take(
    name: 'reads' | 'writes' | 'exports',
    accountId: string,
    limit: number | null,
  ): Promise<WindowAnswer>
}>

/** AES-GCM with the service's key; `context` is the associated data (an account or scan id). */
export type Vault = Readonly<{
  seal(plain: string, context: string): Promise<string>
  open(sealed: string, context: string): Promise<string>
}>

/** Everything a verb needs of the world; made per request by index.ts, faked in tests. */
export type Deps = Readonly<{
  now(): Instant
  sleep(ms: number): Promise<void>
  newId(): string
  randomBytes: RandomBytes
  db: Database
  /** A session on the nearest copy of the database, which may lag behind; see `replicaFirst`. */
  replica(): Database
  caches: Caches
  reports: ReportStore
  exports: ExportStore
  exportQueue: ExportQueue
  fonts: FontSource
  vault: Vault
  account(accountId: string): AccountRoom
  scan(scanId: string): ScanRoom
  rateLimits: RateLimits
  /** Asks for a turn of each account; a message that is lost is made good by the cron. */
  sendTurns(accountIds: readonly string[]): Promise<void>
  /** Puts a message on its account's queue, to arrive after `delayS` seconds. */
  sendDelivery(message: DeliveryMessage, delayS: number): Promise<void>
  /** Puts a recount into its queue. */
  askRecount(job: RecountJob): Promise<void>
  resolver: Resolver
  resolveTxt: TxtResolver
  transport: Transport
  /** Who asks, in every request. */
  userAgent: string
  guard: Guard
  /** The deterministic one: it advises on every report as it is written. */
  adviser: Adviser
  /** A language model, with what it has said to an account kept in R2; null where none is bound. */
  modelAdviser: ((accountId: string) => Adviser) | null
  advice: AdviceStore
  /** Goes on with work after the answer. */
  defer(work: Promise<unknown>): void
  settings: Settings
  isLocal: boolean
  log: Log
}>
