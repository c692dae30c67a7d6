import type { AdmissionLimits } from '../accounts/admission.ts'
import type { ScanError } from '../report/report.ts'
import type { Instant } from '../report/time.ts'
import type { ErrorCode } from '../errors.ts'
import type { ApiDescription } from '../scanner/api-spec/operation.ts'
import type { ScanOptions } from '../scanner/engine/options.ts'
import type { Retest } from '../scanner/engine/scan-state.ts'
import type { NewSession, RenewAnswer } from '../scanner/engine/session.ts'
import type { UnitWork } from '../scanner/engine/unit.ts'

// The three Durable Objects as the services see them. All arguments and answers are plain data.
// Changes are additive: after a deploy new Workers meet old objects.

export const WINDOWS = ['starts', 'bulk', 'openapi', 'reads', 'writes', 'exports'] as const
export type WindowName = (typeof WINDOWS)[number]
/** `limit` null: counted, never refused. */
export type WindowRequest = Readonly<{
  name: WindowName
  limit: number | null
  keyId: string
}>
export type WindowAnswer = Readonly<{
  allowed: boolean
  limit: number | null
  remaining: number | null
  resetS: number
  /** The key was revoked: the edge answers 401 whatever its cache says. */
  keyRevoked: boolean
}>

export type AdmitRequest = Readonly<{
  scanId: string
  keyId: string
  targetNorm: string
  host: string
  /** False on POST /api/v1/scan: always a new scan (decisions 53). */
  dedup: boolean
  /** A re-test: no later start counts as the same as it. */
  isRetest?: boolean
  idempotency: Readonly<{ key: string; bodyHash: string }> | null
  /** When the slot's lease ends unless released. */
  deadline: Instant
  limits: AdmissionLimits
  /** Proven hosts are exempt from the cooldown. */
  hostProven: boolean
}>
export type AdmitAnswer =
  | Readonly<{ kind: 'admitted'; newAsset: boolean }>
  /** With the id that was asked for: this very start was admitted before. */
  | Readonly<{ kind: 'duplicate'; scanId: string; startedAt: Instant }>
  | Readonly<{ kind: 'replayed'; status: number; body: string }>
  | Readonly<{
      kind: 'refused'
      code: ErrorCode
      retryAfterS: number | null
      extra: Readonly<Record<string, string | number>> | null
    }>
/** What is left after a turn: `at` null = nothing by time; `onRelease` = when a slot comes back. */
export type NextTurn = Readonly<{ at: Instant | null; onRelease: boolean }>

export type AdmitRefusal = Extract<AdmitAnswer, { kind: 'refused' }>
export type ClaimAnswer =
  | Readonly<{ kind: 'first' }>
  | Extract<AdmitAnswer, { kind: 'replayed' | 'refused' }>
/** `known`: the host was in the list already. */
export type AssetAnswer = Readonly<{ kind: 'done' | 'known' }> | AdmitRefusal

export type AccountRoom = Readonly<{
  window(request: WindowRequest): Promise<WindowAnswer>
  admit(request: AdmitRequest): Promise<AdmitAnswer>
  /** Gives the slot back; a failed or aborted scan also leaves the dedup map. Idempotent. */
  release(scanId: string, keepsDedup: boolean): Promise<void>
  /** Undoes an admission whose scan could not be begun. */
  cancel(scanId: string): Promise<void>
  /** Scans admitted before that instant whose slots are still held. */
  held(before: Instant): Promise<readonly string[]>
  /** Stores the answer of a request that carried an Idempotency-Key. */
  answered(key: string, status: number, body: string): Promise<void>
  revokeKey(keyId: string): Promise<void>
  /** Something waits to be started: a turn comes now, and again if its message is lost. */
  wakeTurn(accountId: string): Promise<void>
  /** Null while another turn of the account runs; that one will be followed by one more. */
  beginTurn(accountId: string): Promise<number | null>
  endTurn(turn: number, next: NextTurn): Promise<void>
  /** Whether a request with an Idempotency-Key is the first of its key; then `answered` or `dropped` follows. */
  claim(key: string, bodyHash: string): Promise<ClaimAnswer>
  /** The request came to nothing: its Idempotency-Key may be used again. */
  dropped(key: string): Promise<void>
  /** Puts a host into the account's list, exactly within the limit. */
  addAsset(host: string, limit: number | null): Promise<AssetAnswer>
  /** Puts another host in the place of one; refused for a day after the last time. */
  replaceAsset(host: string, next: string): Promise<AssetAnswer>
  removeAsset(host: string): Promise<void>
  /** Whether a login may be tried at that host: false after too many have failed within the hour. */
  mayLogin(host: string): Promise<boolean>
  loginFailed(host: string): Promise<void>
}>

export type BeginRequest = Readonly<{
  scanId: string
  accountId: string
  options: ScanOptions
  /** AES-GCM of the JSON of ScanSecrets, base64, associated data = scan id. */
  secretsCt: string
  tags: readonly string[]
  scanAuthorized: boolean
  startedAt: Instant
  /** The description that an api scan was started with. */
  api?: ApiDescription
  /** The finding that is tested again. */
  retest?: Retest
}>

export type Claim =
  | Readonly<{ kind: 'go'; work: UnitWork; accountId: string }>
  /** Done, lost, unknown, aborted, or another consumer holds the lease: acknowledge and forget. */
  | Readonly<{ kind: 'drop' }>

/** What a unit asks of the session that the units of its scan share. */
export type SessionAsk =
  | Readonly<{ kind: 'renew'; generation: number; requests: number }>
  | Readonly<{ kind: 'keep'; session: NewSession; requests: number }>
  | Readonly<{ kind: 'lose'; reason: string }>
export type SessionAnswer = RenewAnswer | Readonly<{ kind: 'kept'; generation: number }>

export type CheckpointAnswer = Readonly<{ go: boolean }>

/** A scan as the verbs see it; its consumers also claim, checkpoint and complete units. */
export type ScanRoom = Readonly<{
  /** Idempotent: a second call with the same id changes nothing. */
  begin(request: BeginRequest): Promise<void>
  abort(): Promise<'aborted' | 'not_running'>
  /** Ends a scan that has a row but no living object; called by the sweep. */
  fail(error: ScanError): Promise<void>
  /** Re-arms the alarm against the service's clock; answers whether the object knows its scan. */
  wake(): Promise<boolean>
  /** Aborts if need be and erases everything the object holds. */
  erase(): Promise<void>
  /** Server-Sent Events: `lastEventId` null = snapshot. */
  events(lastEventId: string | null): Promise<Response>
}>

export type HostGrant =
  | Readonly<{ kind: 'granted'; inFlight: number; spacingMs: number; pauseMs: number }>
  | Readonly<{ kind: 'wait'; retryAfterMs: number }>
/** What a unit saw of a host since its last word. */
export type HostReport = Readonly<{
  origin: string
  requests: number
  refusals: number
  connectFailures: number
  retryAfterMs: number | null
  meanLatencyMs: number | null
}>
/** Scans that hold an issue whose triage changed are to be counted again, from `after` on. */
export type RecountJob = Readonly<{
  v: 1
  accountId: string
  host: string
  fingerprint: string
  after: Readonly<{ startedAt: Instant; scanId: string }> | null
}>
/** Asks for a turn of the account's waiting starts. */
export type TurnMessage = Readonly<{ v: 1; account_id: string }>
/** Names the unit to run; options and credentials come with the claim. */
export type UnitMessage = Readonly<{ v: 1; scan_id: string; unit_id: string }>
/** Names the attempt to make; what is told, and to whom, is read when it is made. */
export type DeliveryMessage = Readonly<{
  v: 1
  account_id: string
  delivery_id: string
  /** Counted from 1. */
  attempt: number
}>
