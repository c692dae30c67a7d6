/**
 * A page as the scanner drives it: the network comes in as a function, so that every request that
 * script or a click can cause is under the same scope, guard, pace and budget as any other.
 */
export type Page = Readonly<{
  /** Loads a URL, also when only its fragment differs. Resolves at `load`; throws BrowserFailure. */
  goto(url: URL, timeoutMs: number, referrer?: string): Promise<void>
  /** Has a script of ours run in every document from now on, before the page's own; undone by the answer. */
  beforeLoad<A extends readonly Json[]>(
    script: PageScript<A>,
    ...args: A
  ): Promise<() => Promise<void>>
  /** Where the page is now, as the address bar shows it. */
  url(): string
  /** Waits until nothing was in flight for `quietMs`; false when `timeoutMs` passed first. */
  settle(quietMs: number, timeoutMs: number): Promise<boolean>
  /** Waits until the script says true; false when `timeoutMs` passed first. */
  waitFor<A extends readonly Json[]>(
    script: PageScript<A>,
    args: A,
    timeoutMs: number,
  ): Promise<boolean>
  /** Runs a script of ours in the main frame. What it gives back is the page's word: parse it. */
  evaluate<A extends readonly Json[]>(script: PageScript<A>, ...args: A): Promise<unknown>
  /** Real input events on the first element that a CSS selector names; throws where there is none. */
  type(selector: string, text: string): Promise<void>
  click(selector: string): Promise<void>
  hover(selector: string): Promise<void>
  /** One key by its name (`Enter`, `Tab`, `a`), to the element that has the focus. */
  press(key: string): Promise<void>
  /** Of all origins, HttpOnly too. */
  cookies(): Promise<readonly PageCookie[]>
  setCookies(cookies: readonly NewCookie[]): Promise<void>
  /** What the page asked for since it was opened, in order, refused requests too; bounded. */
  requests(): readonly SeenRequest[]
  /** Counters of the renderer by name, as `Performance.getMetrics` of the DevTools protocol has them. */
  metrics(): Promise<Readonly<Record<string, number>>>
  /** Never throws. */
  close(): Promise<void>
}>

export type PageOptions = Readonly<{
  network: PageNetwork
  /**
   * True: requests that `network` lets `pass` are sent by the browser itself, so that its timings
   * mean something. Otherwise the browser has no network at all: what nobody answers, fails.
   */
  isDirect?: boolean
  /** Scripts of ours that run in every document and frame before the page's own. */
  setUp?: readonly PageScript<readonly []>[]
  /** Functions that script of the page can call, in every frame, and what then is done. */
  exposed?: Readonly<Record<string, (text: string) => void>>
  /** Whether `confirm` and `prompt` are answered with yes; they are dismissed otherwise. */
  confirms?(message: string): boolean
}>

export type PageNetwork = (request: PageRequest) => Promise<PageAnswer>
export type PageRequest = Readonly<{
  method: string
  url: URL
  /** As script set them, and with the cookies of the page. */
  headers: Headers
  body: string | null
  kind: RequestKind
  /** True for the document of the main frame. */
  isNavigation: boolean
}>
export type PageAnswer =
  | Readonly<{ kind: 'answer'; status: number; headers: Headers; body: string }>
  /** Only of direct pages: these headers are added to the browser's own. */
  | Readonly<{ kind: 'pass'; headers: Headers }>
  /** The page sees a network error. */
  | Readonly<{ kind: 'refuse' }>
export const REFUSED: PageAnswer = { kind: 'refuse' }

export const REQUEST_KINDS = [
  'document',
  'stylesheet',
  'image',
  'media',
  'font',
  'script',
  'texttrack',
  'xhr',
  'fetch',
  'eventsource',
  'manifest',
  'ping',
  'other',
] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export type SeenRequest = Readonly<{
  method: string
  url: string
  kind: RequestKind
  body: string | null
  /** Null while it is in flight, and where nothing came. */
  status: number | null
  isRefused: boolean
  /** Bytes on the wire with headers, of direct pages; null until all has come. */
  bytes: number | null
  /** Milliseconds since the first request of the page; `endMs` null while in flight. */
  startMs: number
  endMs: number | null
}>

export type PageCookie = Readonly<{
  name: string
  value: string
  domain: string
  path: string
  httpOnly: boolean
  secure: boolean
}>
export type NewCookie = Readonly<{ name: string; value: string; url: string }>

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/**
 * A function that is sent to the page as text, so it may use nothing from outside itself but its
 * arguments. `window` is typed as little as the script needs (`page-types.ts`).
 */
export type PageScript<A extends readonly Json[]> = (window: never, ...args: A) => unknown

/** Why a page could not do what it was told. */
export const PAGE_FAILURES = ['timeout', 'crashed', 'closed', 'refused', 'failed'] as const
export type PageFailure = (typeof PAGE_FAILURES)[number]

/** Thrown by pages. After `crashed` and `closed` the page is of no more use. */
export class BrowserFailure extends Error {
  readonly kind: PageFailure
  constructor(kind: PageFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BrowserFailure'
    this.kind = kind
  }
}
export const isBrowserFailure = (error: unknown): error is BrowserFailure =>
  error instanceof BrowserFailure
