import type { CvssVector, CweId, Location } from '../../report/finding.ts'
import type { Performance, ScanError, UrlItem } from '../../report/report.ts'
import type { Confidence } from '../../report/severity.ts'
import type { Instant } from '../../report/time.ts'
import type { PlannedOperation } from '../api-spec/operation.ts'
import type { PageLook } from '../crawl/look.ts'
import type { InputKind } from '../checks/check.ts'
import type { Trail } from '../browser/trail.ts'
import type { ApiSeen } from './api-seen.ts'
import type { ScanOptions, ScanSecrets } from './options.ts'
import type { Session } from './session.ts'

/** A page to visit. Forms with GET are entries too, with their default values in the query. */
export type CrawlEntry = Readonly<{
  url: string
  /** Which extractor or phase found it: `a[href]`, `form`, `robots`, `sitemap`, `redirect`, … */
  source: string
  depth: number
}>

/** An insertion point as plain data: the request it sits in, and its place there. */
export type Point = Readonly<{
  method: string
  url: string
  body: string | null
  contentType: string | null
  kind: InputKind
  /** For json: a JSON pointer (RFC 6901). */
  name: string
  value: string
  /** What the request needs besides; the kinds `header` and `cookie` change one of them. */
  headers?: Readonly<Record<string, string>>
  /** The operation of an API description that the request is one of (`nameOfOperation`). */
  operation?: string
}>

/** One point and the checks still to run on it, `again` where answers came too unevenly. They share one baseline. */
export type InputTask = Readonly<{ point: Point; checks: readonly string[]; again?: true }>
/**
 * One point to be screened by timed checks. Or, with others `beside` it, the headers and cookies of one
 * page that take the payload at once, to be screened one by one only where something waits.
 */
export type ScreenTask = InputTask & Readonly<{ beside?: readonly Point[] }>
export type OriginTask = Readonly<{ origin: string; checks: readonly string[] }>
/** A page or folder as plain data (`PageFacts`) and the checks still to run on it. */
export type Place = Readonly<{
  url: string
  isFolder: boolean
  status: number | null
  contentType: string | null
  /** As in PageFacts. */
  documented?: readonly string[]
}>
export type PageTask = Readonly<{ place: Place; checks: readonly string[] }>

export type SeenCookie = Readonly<{ origin: string; name: string; value: string }>
/** A nonce that was sent as the value of a point. */
export type Planted = Readonly<{ word: string; point: Point }>
/** A page that showed a planted word without being sent it. */
export type Shown = Readonly<{ word: string; url: string }>
export type StoredTask = Readonly<{
  point: Point
  word: string
  shownAt: string
  checks: readonly string[]
}>

/** Where an issue was seen: what a re-test asks again. The kind says which phase saw it. */
export type SeenAt =
  | Readonly<{
      kind: 'answer'
      method: string
      url: string
      body: string | null
      contentType: string | null
    }>
  | Readonly<{ kind: 'origin'; origin: string }>
  | Readonly<{ kind: 'page'; place: Place }>
  | Readonly<{ kind: 'input'; point: Point; shownAt: string | null }>

/** The same as it is kept: masked like the evidence. */
export type KeptPlace = Readonly<{
  seenAt: SeenAt
  /** What the request was answered with. */
  status: number
  /** Something of the request was hidden: it cannot be sent again as it was. */
  isMasked: boolean
}>

/** The exploring of the first page, as an earlier unit has left it, and what that has taken. */
export type Begun = Readonly<{ trail: Trail; workedMs: number; requests: number }>

/** Only in re-tests: asks for the place of the finding as it is now; passive checks read the answer. */
export type ReadPlan = Readonly<{ phase: 'read'; place: KeptPlace; check: string }>

/**
 * A deterministic slice of the plan: ≤ LIMITS.unitRequests requests and ≤ LIMITS.unitWorkMs of work.
 * What a unit could not finish comes back as `rest` and becomes a unit of its own.
 */
export type UnitPlan =
  | Readonly<{ phase: 'open' }>
  | ReadPlan
  | Readonly<{ phase: 'crawl'; entries: readonly CrawlEntry[] }>
  /** Pages that script makes, each explored in a browser. */
  | Readonly<{ phase: 'browse'; entries: readonly CrawlEntry[]; begun?: Begun }>
  /** What the script of a page does with what comes from outside; and what a browser can prove. */
  | Readonly<{ phase: 'script'; tasks: readonly PageTask[]; slow?: boolean }>
  | Readonly<{ phase: 'confirm'; tasks: readonly InputTask[]; slow?: boolean }>
  /** What an API description describes: each is asked once. */
  | Readonly<{ phase: 'api'; operations: readonly PlannedOperation[] }>
  /** `slow`: a unit got nothing done there, so this one has as long as a timed one (`unstick`). */
  | Readonly<{ phase: 'origin'; tasks: readonly OriginTask[]; slow?: boolean }>
  | Readonly<{ phase: 'page'; tasks: readonly PageTask[]; slow?: boolean }>
  | Readonly<{ phase: 'input'; tasks: readonly InputTask[]; slow?: boolean }>
  /** Timed checks, side by side: whether any delay shows. */
  | Readonly<{ phase: 'screen'; tasks: readonly ScreenTask[]; slow?: boolean }>
  /** One point, alone on the host: its answers are timed (tables.md §4). */
  | Readonly<{ phase: 'timing'; tasks: readonly InputTask[]; slow?: boolean }>
  /** Sends a word of its own to every point; `revisit` reads all pages for those words. */
  | Readonly<{ phase: 'plant'; points: readonly Point[]; checks: readonly string[] }>
  | Readonly<{ phase: 'revisit'; urls: readonly string[]; words: readonly string[] }>
  | Readonly<{ phase: 'stored'; tasks: readonly StoredTask[]; slow?: boolean }>
  | Readonly<{ phase: 'perf' }>
export type Phase = UnitPlan['phase']

/** A sighting made plain: bounded, masked, ready to be stored and folded into a finding. */
export type Hit = Readonly<{
  check_id: string
  origin: string
  url: string
  path_template: string
  method: string
  location: Location
  parameter: string
  discriminator: string
  confidence: Confidence
  reason: string
  cvss: CvssVector | null
  cwe: CweId | null
  match: string | null
  note: string
  request: string
  response: string
  curl: string
  /** For a re-test; further instances and what is too large have none. */
  place?: KeptPlace
}>

/** What became of one check in one unit; ScanDO adds them up to the coverage. */
export type CheckTally = Readonly<{
  check_id: string
  /** Places it ran on to the end. */
  points: number
  requests: number
  /** Time it took, added up over lanes that ran side by side. */
  elapsedMs: number
  /** Places it was meant for but did not finish on, by reason. */
  untested: Readonly<Record<string, number>>
  /** The message of a throw, if it threw. */
  threw: string | null
}>

export type UnitResult = Readonly<{
  requests: number
  hits: readonly Hit[]
  tallies: readonly CheckTally[]
  urls: readonly UrlItem[]
  discovered: readonly CrawlEntry[]
  /** Of the pages that were visited; only of crawls. */
  looks?: readonly PageLook[]
  points: readonly Point[]
  /** What pages set, and the folders of all that they name. */
  cookies: readonly SeenCookie[]
  folders: readonly string[]
  planted: readonly Planted[]
  /** Where planting led to: pages that may show what was planted. */
  landed: readonly string[]
  shown: readonly Shown[]
  /** Pages with script of their own, for the browser. */
  scripted?: readonly CrawlEntry[]
  /** Only from `screen`: where a delay showed, and the checks that saw it. */
  suspects?: readonly InputTask[]
  /** Only of api scans. */
  api?: ApiSeen
  /** Only from `read`: the place as it is now, where it answers. */
  again?: SeenAt
  /** Work not done, for a following unit; null when all is done. */
  rest: UnitPlan | null
  /** Only from `open`: the origins in scope, first the target's. */
  origins: readonly string[] | null
  tech: readonly string[]
  performance: Performance | null
  /** Only of scans with credentials. */
  session?: SessionResult
  /** Ends the scan as failed: target_unreachable or login_failed. */
  failure: ScanError | null
  /** When the last request started, for the pace across units. */
  lastStartAt: Instant | null
}>

/** Requests of a unit that should have been made logged in, and how many of them are known to be. */
export type SessionTally = Readonly<{ requests: number; loggedIn: number }>
/** `partial`: why the unit's result may not be whole. */
export type SessionResult = SessionTally & Readonly<{ partial: string | null }>

/** What a unit needs to run; comes with the claim, never in a queue message. */
export type UnitWork = Readonly<{
  scanId: string
  unitId: string
  epoch: number
  plan: UnitPlan
  options: ScanOptions
  secrets: ScanSecrets
  /** Null before the open stage has made one, and of scans without credentials. */
  session: Session | null
  origins: readonly string[]
  /** Keys (`hitKey`) of passive hits confirmed by earlier units; no need to confirm them again. */
  knownPassive: readonly string[]
  maxRequests: number
  maxInFlight: number
  /** No request may start before this. */
  notBefore: Instant
  /** The one check of a re-test. */
  only?: string
}>
