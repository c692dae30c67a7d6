/**
 * What is known of one technology: its name as reports say it, what it cannot be there without, and
 * its signs. Any one sign is enough, so each must be one that nothing else gives. The first group of a
 * pattern, where it took part, is the version. Patterns are linear on any text: anchored, or literals
 * first, no nested repetition. docs/tech.md describes the format.
 */
export type Technology = Readonly<{
  name: string
  /** Names of this table; what they imply in turn follows. */
  implies?: readonly string[]
  /** Headers of the answer, by name in lower case. */
  headers?: Readonly<Record<string, RegExp>>
  /** Names of cookies that are set, exact; with `*` at the end any that begin so. */
  cookies?: readonly string[]
  /** Contents of `meta` elements, by name in lower case. */
  meta?: Readonly<Record<string, RegExp>>
  /** Addresses of scripts and style sheets, as the page writes them. */
  files?: readonly RegExp[]
  /** Hosts that scripts and style sheets come from, exact. */
  hosts?: readonly string[]
  /** Values of attributes that only this technology has, by attribute. */
  attributes?: Readonly<Record<string, RegExp>>
  /** Markup and inline script, global variables too: a literal part of every match, then the pattern. */
  html?: readonly (readonly [part: string, pattern: RegExp])[]
  /** Bodies of files at known paths, which the crawl or a page led to. */
  paths?: Readonly<Record<string, RegExp>>
  /** Hashes of icons, as `iconHash` makes them. */
  icons?: readonly string[]
}>
