import type { BrowserPort } from '../browser/port.ts'
import type { Check, CheckMeta, Sighting } from '../checks/check.ts'
import type { CheckBrowser } from '../checks/check-browser.ts'
import { Discoveries } from '../crawl/entries.ts'
import type { PageLook } from '../crawl/look.ts'
import type { Feeds } from '../feeds.ts'
import type { Exchange, Send } from '../http/exchange.ts'
import type { Dial } from '../http/h1/connection.ts'
import type { Mask } from '../http/mask.ts'
import type { Scope } from '../http/scope.ts'
import type { HostPace } from '../http/restraint.ts'
import type { Admit, Talk } from '../http/sender.ts'
import type { Instant } from '../../report/time.ts'
import type { Clock, Guard, Log, Random, Resolver, Transport } from '../ports.ts'
import { ApiNotes } from './api-seen.ts'
import type { Confirmed } from './confirmed.ts'
import type { Observation } from './host-pace.ts'
import { toHit, type FiledAt } from './hits.ts'
import type { SessionRoom } from './session.ts'
import { Tallies } from './tally.ts'
import type {
  CrawlEntry,
  Hit,
  InputTask,
  Planted,
  Point,
  SeenAt,
  SeenCookie,
  Shown,
  UnitWork,
} from './unit.ts'
import type { UnitSession } from './unit-session.ts'
import type { UrlItem } from '../../report/report.ts'

/** What the unit runner needs of the world. */
export type World = Readonly<{
  clock: Clock
  /** What clocks elsewhere show, by which a site judges codes and cookies: the local mode cannot move it. */
  outsideNow(): Instant
  random: Random
  transport: Transport
  /** Plain connections, for handshakes. */
  dial: Dial
  guard: Guard
  resolver: Resolver
  browser: BrowserPort
  log: Log
  checks: readonly Check[]
  feeds: Feeds
  userAgent: string
  /** What the host's politeness asks for on top of the scan's own pace, as last learned. */
  hostPace(): HostPace
  /** Where the units of the scan share what logs it in. */
  session: SessionRoom
  /** Told every few seconds and requests; false = stop and hand in what there is. */
  checkpoint(requests: number, seen: readonly Observation[]): Promise<boolean>
}>

/** What a unit collects on its way. */
export class UnitOutput {
  readonly hits: Hit[] = []
  readonly urls: UrlItem[] = []
  readonly discovered = new Discoveries()
  readonly looks: PageLook[] = []
  readonly points: Point[] = []
  readonly scripted: CrawlEntry[] = []
  readonly cookies = new Map<string, SeenCookie>()
  readonly folders = new Set<string>()
  readonly planted: Planted[] = []
  readonly landed = new Set<string>()
  readonly shown: Shown[] = []
  readonly suspects: InputTask[] = []
  readonly tech = new Set<string>()
  readonly api = new ApiNotes()
  readonly tallies = new Tallies()
  again: SeenAt | null = null
}

export type UnitContext = Readonly<{
  work: UnitWork
  world: World
  scope: Scope
  send: Send
  talk: Talk
  admit: Admit
  /** The checks of this scan, by phase. */
  checks: readonly Check[]
  /** Only while what was seen is confirmed. */
  browser?: CheckBrowser
  /** Null for a scan without credentials. */
  session: UnitSession | null
  mask: Mask
  out: UnitOutput
  /** The issues that passive checks need not confirm again. */
  confirmed: Confirmed
  nonce(): string
  /** Of this unit, without what it has waited. */
  workedMs(): number
  requestsLeft(): number
  /** False when no new piece of work may start in this unit. */
  hasTime(): boolean
}>

export function report(
  context: UnitContext,
  meta: CheckMeta,
  sighting: Sighting,
  place: FiledAt,
): void {
  context.out.hits.push(toHit(meta, sighting, place, context.mask))
}

/** Recorded places of a passive or origin sighting: the exchange itself. */
export const placeOf = (exchange: Exchange, sighting: Sighting): FiledAt => ({
  url: exchange.request.url,
  method: exchange.request.method,
  location: sighting.location ?? 'response',
  parameter: sighting.parameter ?? '',
})
