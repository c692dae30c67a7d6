import type { CvssVector, CweId, Location, OwaspId } from '../../report/finding.ts'
import type { Profile } from '../../report/report.ts'
import type { Confidence, Severity } from '../../report/severity.ts'
import type { Exchange, HttpRequest, Send } from '../http/exchange.ts'
import type { Random } from '../ports.ts'

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
  /** Part of the fingerprint: a directive, a cookie's name, a library. No values that change. */
  discriminator?: string
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

export const INPUT_KINDS = ['query', 'form', 'json'] as const
export type InputKind = (typeof INPUT_KINDS)[number]

/** A place in a request that takes attacker-controlled data. */
export type Input = Readonly<{
  kind: InputKind
  name: string
  value: string
  /** The recorded request, unchanged. */
  request: HttpRequest
  /** The request with this input replaced; all other inputs keep their recorded values. */
  with(payload: string): HttpRequest
}>

/** The unchanged request, asked twice: what differs between the two is not the payload's doing. */
export type Baseline = Readonly<{ first: Exchange; second: Exchange }>

/** `nonce()` gives a fresh lower-case word of letters and digits, starting with a letter. */
type Craft = Readonly<{ send: Send; nonce(): string; random: Random }>

export type PassiveCheck = Readonly<{
  phase: 'passive'
  meta: CheckMeta
  /** False where the check has nothing to read; an origin where it never applies gets no row. */
  appliesTo?(exchange: Exchange): boolean
  run(exchange: Exchange): Iterable<Sighting>
}>

export type OriginCheck = Readonly<{
  phase: 'origin'
  meta: CheckMeta
  appliesTo?(origin: URL): boolean
  run(context: OriginContext): AsyncIterable<Sighting>
}>
export type OriginContext = Craft &
  Readonly<{
    origin: URL
    baseline: Baseline
    /**
     * True when the answer looks like this site's way of saying "not found". Compares with random
     * siblings of the same extension and dot-prefix, asked once per shape and shared by all checks.
     */
    looksMissing(exchange: Exchange): Promise<boolean>
  }>

export type InputCheck = Readonly<{
  phase: 'input'
  meta: CheckMeta
  appliesTo?(input: Input): boolean
  run(context: InputContext): AsyncIterable<Sighting>
}>
export type InputContext = Craft & Readonly<{ input: Input; baseline: Baseline }>

export type Check = PassiveCheck | OriginCheck | InputCheck

type Run<C extends Check> = Omit<C, 'phase'>
export const passive = (check: Run<PassiveCheck>): PassiveCheck => ({ phase: 'passive', ...check })
export const onOrigin = (check: Run<OriginCheck>): OriginCheck => ({ phase: 'origin', ...check })
export const onInput = (check: Run<InputCheck>): InputCheck => ({ phase: 'input', ...check })
