import type { CweId } from '../report/finding.ts'

export const ADVISORY_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type AdvisorySeverity = (typeof ADVISORY_SEVERITIES)[number]

/** One advisory on a JavaScript library: it holds for versions in [atOrAbove, below). */
export type LibraryAdvisory = Readonly<{
  atOrAbove: string | null
  /** Null where no version mends it. */
  below: string | null
  excludes: readonly string[]
  /** CVE and GHSA ids. */
  ids: readonly string[]
  cwe: CweId | null
  severity: AdvisorySeverity
  summary: string
}>

/** A global pattern that takes time in proportion to the text, whatever the text. */
export type VersionPattern = Readonly<{
  pattern: RegExp
  /** Text without which the pattern cannot match; empty where there is none. */
  hint: string
  /** No match is longer, in characters. */
  reach: number
  /** The version in terms of the groups: `$1`, or `$1.$2`. */
  version: string
}>

/** How a library shows its version. */
export type Library = Readonly<{
  name: string
  /** Read in the whole address of a script. */
  uri: readonly VersionPattern[]
  /** Read in its last segment. */
  fileName: readonly VersionPattern[]
  content: readonly VersionPattern[]
  /** SHA-1 of a whole file, in hex, to its version. */
  hashes: ReadonlyMap<string, string>
  advisories: readonly LibraryAdvisory[]
}>

/** Facts that change more often than the scanner: fetched by cron, else as built in. */
export type Feeds = Readonly<{ libraries: readonly Library[] }>

export const NO_FEEDS: Feeds = { libraries: [] }
