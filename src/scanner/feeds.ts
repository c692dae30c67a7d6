import type { CweId } from '../report/finding.ts'

/** One advisory on a JavaScript library: it holds for versions in [atOrAbove, below). */
export type LibraryAdvisory = Readonly<{
  atOrAbove: string | null
  below: string
  /** CVE and GHSA ids. */
  ids: readonly string[]
  cwe: CweId | null
  severity: 'low' | 'medium' | 'high' | 'critical'
  summary: string
  url: string
}>

/** How a library shows its version; the first group of each pattern is the version. */
export type Library = Readonly<{
  name: string
  uri: readonly RegExp[]
  fileName: readonly RegExp[]
  content: readonly RegExp[]
  /** SHA-1 of a whole file, in hex, to its version. */
  hashes: ReadonlyMap<string, string>
  advisories: readonly LibraryAdvisory[]
}>

/** Facts that change more often than the scanner: fetched by cron, else as built in. */
export type Feeds = Readonly<{ libraries: readonly Library[] }>

export const NO_FEEDS: Feeds = { libraries: [] }
