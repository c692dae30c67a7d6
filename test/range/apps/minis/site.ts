import type { Reply } from '../../kit/app.ts'

/** Values of one name; `null` takes the header away. */
export type HeaderPatch = Readonly<Record<string, string | readonly string[] | null>>
/** Sources by directive; `null` takes the directive away. */
export type Directives = Readonly<Record<string, string | null>>

export type MiniPage = Readonly<{
  path: string
  heading: string
  body: string
  /** Markup for the head of this page alone. */
  head?: string
  /** Whole Set-Cookie values; `{random}` becomes 32 hex digits. */
  cookies?: readonly string[]
  /** What a POST to the same path answers; without it there is none. */
  posted?: string
}>

/** What makes a site differ from one that does everything right. */
export type Patch = Readonly<{
  headers?: HeaderPatch
  /** For pages alone, and for scripts and styles alone. */
  pageHeaders?: HeaderPatch
  fileHeaders?: HeaderPatch
  csp?: Directives
  /** How the policy is sent; enforced when not said. */
  cspSent?: 'enforced' | 'report-only' | 'not'
  /** A second policy, sent with the first. */
  extraCsp?: Readonly<{ header: string; value: string }>
  head?: string
  pages?: readonly MiniPage[]
  /** Cookies of the front page. */
  cookies?: readonly string[]
  securityTxt?: (rightOne: string) => Reply
}>

export type Fault = Readonly<{
  check: string
  cause: string
  patch: Patch
  /** Where it is, for faults of one page. */
  path?: string
  isOptional?: boolean
  /** Checks that may speak of the same place too. */
  also?: readonly string[]
}>

/** Unusual and right. */
export type Variant = Readonly<{ why: string; patch: Patch; path?: string }>

export type MiniSite = Readonly<{
  name: string
  title: string
  words: string
  faults?: readonly Fault[]
  variants?: readonly Variant[]
}>
