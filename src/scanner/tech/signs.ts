import { remember } from '../http/remember.ts'
import { TECHNOLOGIES } from './table.ts'
import type { Technology } from './technology.ts'

/** What a text shows, each as `nginx` or, with a version, `nginx 1.25.3`. */
export type Reader = (text: string) => readonly string[]
type Sign = readonly [name: string, pattern: RegExp]
type Patterns = Readonly<Record<string, RegExp>>

const NOTHING: readonly string[] = []
const VERSION_CHARS = 30

/** The name, with the version where the first group of the pattern has it; null without a match. */
export function shownBy([name, pattern]: Sign, text: string): string | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const version = match.slice(1).find((group) => group !== undefined) ?? ''
  const told = version.replace(/\.+$/, '').slice(0, VERSION_CHARS)
  return told === '' ? name : `${name} ${told}`
}

/** Tries all signs, once per text: a site repeats its headers, files and cookies on every page. */
const readerOf = (signs: readonly Sign[]): Reader =>
  remember((text) => signs.flatMap((sign) => shownBy(sign, text) ?? []))

/** By the key of each entry, a reader of the patterns that all technologies have under it. */
function keyed(of: (technology: Technology) => Patterns | undefined): ReadonlyMap<string, Reader> {
  const signs = TECHNOLOGIES.flatMap((technology) =>
    Object.entries(of(technology) ?? {}).map(
      ([key, pattern]) => [key, [technology.name, pattern]] as const,
    ),
  )
  const groups = Map.groupBy(signs, ([key]) => key)
  return new Map([...groups].map(([key, list]) => [key, readerOf(list.map(([, sign]) => sign))]))
}

/** Names by an exact text. */
function listed(of: (technology: Technology) => readonly string[] | undefined) {
  const names = new Map<string, string[]>()
  for (const technology of TECHNOLOGIES) {
    for (const text of of(technology) ?? []) {
      names.set(text, [...(names.get(text) ?? []), technology.name])
    }
  }
  return (text: string): readonly string[] => names.get(text) ?? NOTHING
}

export const HEADERS = keyed(({ headers }) => headers)
export const META = keyed(({ meta }) => meta)
export const ATTRIBUTES = keyed(({ attributes }) => attributes)
/** Bodies are read one by one: none is like another. */
export const PATHS: ReadonlyMap<string, readonly Sign[]> = pathSigns()
export const ICONS = listed(({ icons }) => icons)

function pathSigns(): ReadonlyMap<string, readonly Sign[]> {
  const signs = TECHNOLOGIES.flatMap(({ name, paths }) =>
    Object.entries(paths ?? {}).map(([path, pattern]) => ({
      path,
      sign: [name, pattern] as const,
    })),
  )
  const groups = Map.groupBy(signs, ({ path }) => path)
  return new Map([...groups].map(([path, list]) => [path, list.map(({ sign }) => sign)]))
}

const ofCookie = listed(({ cookies }) => cookies?.filter((name) => !name.endsWith('*')))
const COOKIE_STARTS = TECHNOLOGIES.flatMap(({ name, cookies = [] }) =>
  cookies.flatMap((text) => (text.endsWith('*') ? [[text.slice(0, -1), name] as const] : [])),
)
/** By the name of a cookie. */
export const readCookie: Reader = remember((cookie) => [
  ...ofCookie(cookie),
  ...COOKIE_STARTS.flatMap(([start, name]) => (cookie.startsWith(start) ? name : [])),
])

const ofHost = listed(({ hosts }) => hosts)
const FILES: readonly Sign[] = TECHNOLOGIES.flatMap(({ name, files = [] }) =>
  files.map((pattern) => [name, pattern] as const),
)
const HOST = /^(?:https?:)?\/\/([^/:?#\\]{1,255})/i
/** By the address of a script or style sheet, as the page writes it. */
export const readFile: Reader = remember((address) => [
  ...ofHost(HOST.exec(address)?.[1]?.toLowerCase() ?? ''),
  ...FILES.flatMap((sign) => shownBy(sign, address) ?? []),
])

/** A long text without the part is told in no time. */
export const MARKUP: readonly Readonly<{ part: string; sign: Sign }>[] = TECHNOLOGIES.flatMap(
  ({ name, html = [] }) =>
    html.map(([part, pattern]) => ({ part, sign: [name, pattern] as const })),
)
