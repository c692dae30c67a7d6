/** What a name takes: the arguments that are addresses, and what a relative one is relative to. */
export type Sink = Readonly<{
  /** Positions of addresses; `all` for every argument. */
  at: readonly number[] | 'all'
  /** `script`: to the script's own address; `page`: to the page that runs it. */
  base: 'script' | 'page'
  /** Also the name of what takes other things, as `get` of a map: only what looks like a path. */
  isVague?: boolean
}>

const onPage = (...at: readonly number[]): Sink => ({ at, base: 'page' })
const vague = (...at: readonly number[]): Sink => ({ at, base: 'page', isVague: true })

/** Functions and methods by their last name: `axios.get` is `get`. */
export const CALLS: ReadonlyMap<string, Sink> = new Map([
  ['fetch', onPage(0)],
  ['sendBeacon', onPage(0)],
  ['pushState', onPage(2)],
  ['replaceState', onPage(2)],
  ['getJSON', onPage(0)],
  ['getScript', onPage(0)],
  ['importScripts', { at: 'all', base: 'script' }],
  ['addModule', { at: [0], base: 'script' }],
  // addAll of a cache, precacheAndRoute of Workbox: lists
  ['addAll', { at: [0], base: 'script' }],
  ['precacheAndRoute', { at: [0], base: 'script' }],
  ['precache', { at: [0], base: 'script' }],
  ...['open', 'register', 'assign', 'replace', 'navigate', 'navigateByUrl', 'goto', 'redirect'].map(
    (name) => [name, vague(0, 1)] as const,
  ),
  ...['get', 'post', 'head', 'request', 'ajax', 'load', 'axios', 'ky', 'got', '$http'].map(
    (name) => [name, vague(0)] as const,
  ),
  ...['setAttribute', 'attr'].map((name) => [name, vague(1)] as const),
])

/** Constructors. */
export const CLASSES: ReadonlyMap<string, Sink> = new Map([
  ['Request', onPage(0)],
  ['EventSource', onPage(0)],
  ['Worker', onPage(0)],
  ['SharedWorker', onPage(0)],
  ['Audio', onPage(0)],
])

/** Properties that are set to an address. */
export const ASSIGNED: ReadonlySet<string> = new Set(['location', 'href', 'src', 'action'])
/** Keys of options and of lists of files whose value is an address. */
export const OPTIONS: ReadonlySet<string> = new Set(['url', 'uri', 'baseURL', 'baseUrl', 'href'])
/** Beside `path`, what tells a route from any other object. */
export const ROUTE_SIGNS: ReadonlySet<string> = new Set(
  'component components element children loadChildren loadComponent redirect redirectTo lazy loader view views handler parentId hasLoader errorElement Component'.split(
    ' ',
  ),
)
