import type { CvssVector, CweId, Location, OwaspId } from '../../report/finding.ts'
import type { Profile } from '../../report/report.ts'
import type { Confidence, Severity } from '../../report/severity.ts'
import type { Exchange, HttpRequest, Send } from '../http/exchange.ts'
import type { Measure } from '../http/timing.ts'
import type { Random } from '../ports.ts'
import type { TlsFacts } from '../tls/facts.ts'
import type { Feeds } from '../feeds.ts'
import type { CheckBrowser } from './check-browser.ts'

export type CheckMeta = Readonly<{
  /** `^[a-z0-9]+(\.[a-z0-9_]+)*$`; also the name of the file, its test and its doc page. */
  id: string
  title: string
  category: string
  /** The CVSS 3.1 band of `cvss`; a test compares them. */
  severity: Severity
  owasp: OwaspId
  owasp2021: OwaspId
  cwe: CweId
  cvss: CvssVector
  /** Most requests one `run` may send; the runner enforces it. Passive checks say 0. */
  maxRequests: number
  /** What makes two sightings the same issue; one finding is kept per key (tables.md §2). */
  oncePer: 'origin' | 'path' | 'input'
  /** The smallest profile that runs it. */
  profile: Profile
  /** Off unless named in `opt_in`. */
  optIn?: true
  /**
   * Input checks that measure time, through `InputContext.measure` alone: first screened beside other
   * requests, then, where a delay shows, alone on the host, one place at a time (tables.md §4).
   */
  timed?: true
  /** Checks of the same weakness that are quicker: a place that one of them has proved is left out. */
  unlessFoundBy?: readonly string[]
  needs?: readonly 'browser'[]
  /** What `Sighting.discriminator` holds, if the check uses it. */
  discriminator?: string
  /** Shell-style outline of the requests, for `palisade explain`. */
  probes: readonly string[]
  description: string
  remediation: string
  references: readonly `https://${string}`[]
}>

/** What a check saw: never prose about the class of issue, always this one instance. */
export type Sighting = Readonly<{
  confidence: Confidence
  /** Why this confidence and not a lower or higher one; one sentence. */
  reason: string
  evidence: Evidence
  /** Where one check grades its own results; the severity is this vector's band. */
  cvss?: CvssVector
  /** Where a check files results of several classes; the check's own CWE otherwise. */
  cwe?: CweId
  /** Part of the fingerprint: a directive, a cookie's name, a library. No values that change. */
  discriminator?: string
  /** Texts that are hidden wherever the row quotes them: keys and passwords that were found. */
  secrets?: readonly string[]
  /** For passive and origin checks; input checks get the input's. */
  parameter?: string
  location?: Location
}>

export type Evidence = Readonly<{
  exchange: Exchange
  /** Text that occurs literally in the exchange, or `null` when the issue is an absence. */
  match: string | null
  note: string
}>

export const INPUT_KINDS = [
  'query',
  'form',
  'multipart',
  'json',
  'xml',
  'path',
  'cookie',
  'header',
] as const
export type InputKind = (typeof INPUT_KINDS)[number]

/** A place in a request that takes attacker-controlled data. */
export type Input = Readonly<{
  kind: InputKind
  /** A parameter's, field's, cookie's or header's name; a pointer into JSON or XML; `segment 2` of a path. */
  name: string
  value: string
  /** The recorded request, unchanged. */
  request: HttpRequest
  /**
   * The request with this input replaced; all other inputs keep their recorded values. Encoded as the
   * place demands: what a cookie or a header cannot carry is percent-encoded or dropped.
   */
  with(payload: string): HttpRequest
}>

/** The unchanged request, asked twice: what differs between the two is not the payload's doing. */
export type Baseline = Readonly<{ first: Exchange; second: Exchange }>

/** `nonce()` gives a fresh lower-case word of letters and digits, starting with a letter. */
type Craft = Readonly<{ send: Send; nonce(): string; random: Random }>

/**
 * How a place answers to what is no attack, asked once and shared by all checks of the place: the
 * cheap questions that come before class payloads.
 */
export type Triage = Readonly<{
  /** A nonce in place of the value, and the answer to it. */
  word: string
  plain: Exchange
  /** Another nonce between quotes, brackets and the marks of template languages: `TRIAGE_TEXT`. */
  brokenWord: string
  broken: Exchange
}>

export type PassiveCheck = Readonly<{
  phase: 'passive'
  meta: CheckMeta
  /** False where the check has nothing to read; an origin where it never applies gets no row. */
  appliesTo?(exchange: Exchange): boolean
  /** The error page itself is the fact: a second answer of the same status confirms what it shows. */
  readsErrors?: true
  run(exchange: Exchange, feeds: Feeds): Iterable<Sighting> | AsyncIterable<Sighting>
}>

type Controls = Readonly<{
  /**
   * True when the answer looks like this site's way of saying "not found". Compares with random
   * siblings of the same extension and dot-prefix, asked once per shape and shared by all checks.
   */
  looksMissing(exchange: Exchange): Promise<boolean>
}>

export type OriginCheck = Readonly<{
  phase: 'origin'
  meta: CheckMeta
  appliesTo?(origin: URL): boolean
  run(context: OriginContext): AsyncIterable<Sighting>
}>
export type OriginContext = Craft &
  Controls &
  Readonly<{
    origin: URL
    baseline: Baseline
    /** Of https origins alone: what handshakes tell, asked for once and shared by all checks. */
    tls(): Promise<TlsFacts>
  }>

/** A page or folder of the site, as the crawl knows it; one per path template and kind. */
export type PageFacts = Readonly<{
  url: URL
  /** True where the path ends in a slash: the root, folders of visited pages and of their assets. */
  isFolder: boolean
  /** Null for a folder that nothing links to by itself. */
  status: number | null
  contentType: string | null
  /** Where an API description names the path: the methods it describes there, in upper case. */
  documented?: readonly string[]
}>

/** Asks questions about one page or folder that the crawl has found; after the crawl. */
export type PageCheck = Readonly<{
  phase: 'page'
  meta: CheckMeta
  appliesTo?(page: PageFacts): boolean
  run(context: PageContext): AsyncIterable<Sighting>
}>
export type PageContext = Craft & Controls & Readonly<{ page: PageFacts; baseline: Baseline }>

export type InputCheck = Readonly<{
  phase: 'input'
  meta: CheckMeta
  appliesTo?(input: Input): boolean
  /** True where a place may be read though nothing in the answers to harmless values shows it. */
  asksUnread?(input: Input): boolean
  run(context: InputContext): AsyncIterable<Sighting>
}>
export type InputContext = Craft &
  Readonly<{
    input: Input
    baseline: Baseline
    triage: Triage
    /** How timed checks ask whether answers take as long as they are told to. */
    measure: Measure
    /** Where the scan has one: what seems to run can be run. */
    browser?: CheckBrowser
  }>

/** Asks what the script of a page does with what comes from outside; in a browser. */
export type ScriptCheck = Readonly<{
  phase: 'script'
  meta: CheckMeta
  run(context: ScriptContext): AsyncIterable<Sighting>
}>
export type ScriptContext = Craft & Readonly<{ page: PageFacts; browser: CheckBrowser }>

/**
 * Runs on an input whose value was found again on a page that another request gave: the scan has sent
 * a nonce to every input, and then read all pages once more.
 */
export type StoredCheck = Readonly<{
  phase: 'stored'
  meta: CheckMeta
  appliesTo?(input: Input): boolean
  run(context: StoredContext): AsyncIterable<Sighting>
}>
export type StoredContext = Craft &
  Readonly<{
    input: Input
    /** The page that showed the value, to be asked for again after each send of the input. */
    shownAt: HttpRequest
    /** The word that was sent and the answer of that page that held it. */
    word: string
    shown: Exchange
  }>

export type Check = PassiveCheck | OriginCheck | PageCheck | InputCheck | StoredCheck | ScriptCheck

type Run<C extends Check> = Omit<C, 'phase'>
export const passive = (check: Run<PassiveCheck>): PassiveCheck => ({ phase: 'passive', ...check })
export const onOrigin = (check: Run<OriginCheck>): OriginCheck => ({ phase: 'origin', ...check })
export const onPage = (check: Run<PageCheck>): PageCheck => ({ phase: 'page', ...check })
export const onInput = (check: Run<InputCheck>): InputCheck => ({ phase: 'input', ...check })
export const onScript = (check: Run<ScriptCheck>): ScriptCheck => ({ phase: 'script', ...check })
export const onStored = (check: Run<StoredCheck>): StoredCheck => ({ phase: 'stored', ...check })
