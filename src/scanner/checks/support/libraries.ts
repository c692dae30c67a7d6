import { createHash } from 'node:crypto'

import type { Feeds, Library, LibraryAdvisory, VersionPattern } from '../../feeds.ts'
import { holdsFor, plainVersion } from '../../feeds/version.ts'
import { makeFinder, type Finder } from './needles.ts'

/** How a version was read: of a whole file, in its text, or in its name. */
export type SeenBy = 'hash' | 'content' | 'name'
export type VulnerableLibrary = Readonly<{
  name: string
  version: string
  by: SeenBy
  /** Where the version was read; null for a whole file. */
  text: string | null
  advisories: readonly LibraryAdvisory[]
}>

/** Places of one hint that are looked at: bundles repeat a banner, hostile files anything. */
const MOST_PLACES = 5
const MOST_TEXT = 200

const finders = new WeakMap<Feeds, Finder>()

/** All hints of a feed are looked for at once: there are hundreds. */
function finderOf(feeds: Feeds): Finder {
  const before = finders.get(feeds)
  if (before !== undefined) return before
  const hints = feeds.libraries.flatMap(({ content }) => content.map(({ hint }) => hint))
  const finder = makeFinder(hints)
  finders.set(feeds, finder)
  return finder
}

/** The libraries with known flaws that a script's text shows. */
export function librariesInText(text: string, feeds: Feeds): readonly VulnerableLibrary[] {
  const hints = finderOf(feeds)(text, MOST_PLACES)
  return feeds.libraries.flatMap((library) => {
    for (const pattern of library.content) {
      for (const found of versionsIn(text, pattern, hints.get(pattern.hint) ?? [])) {
        const vulnerable = judge(library, found.version, 'content', found.text)
        if (vulnerable !== null) return [vulnerable]
      }
    }
    return []
  })
}

/** The libraries with known flaws that are exactly this file. */
export function librariesByHash(body: string, { libraries }: Feeds): readonly VulnerableLibrary[] {
  const withHashes = libraries.filter(({ hashes }) => hashes.size > 0)
  if (withHashes.length === 0) return []
  const hash = createHash('sha1').update(body).digest('hex')
  return withHashes.flatMap((library) => {
    const version = library.hashes.get(hash)
    return version === undefined ? [] : (judge(library, version, 'hash', null) ?? [])
  })
}

/** Pages of a site load the same files: what an address tells is worked out once per feed. */
const known = new WeakMap<Feeds, Map<string, readonly VulnerableLibrary[]>>()
const MOST_KNOWN = 500

/** The libraries with known flaws that the address of a script tells. */
export function librariesByName(url: URL, feeds: Feeds): readonly VulnerableLibrary[] {
  const answers = known.get(feeds) ?? new Map<string, readonly VulnerableLibrary[]>()
  known.set(feeds, answers)
  const before = answers.get(url.href)
  if (before !== undefined) return before
  if (answers.size >= MOST_KNOWN) answers.clear()
  const found = namedBy(url, feeds)
  answers.set(url.href, found)
  return found
}

function namedBy({ href, pathname }: URL, { libraries }: Feeds): readonly VulnerableLibrary[] {
  const file = pathname.slice(pathname.lastIndexOf('/') + 1)
  return libraries.flatMap((library) => {
    const found = [
      ...library.fileName.map((pattern) => [pattern, file] as const),
      ...library.uri.map((pattern) => [pattern, href] as const),
    ]
    for (const [pattern, text] of found) {
      if (!text.includes(pattern.hint)) continue
      const [match] = text.matchAll(pattern.pattern).take(1)
      const version = match === undefined ? null : versionOf(pattern, match)
      const vulnerable = version === null ? null : judge(library, version, 'name', href)
      if (vulnerable !== null) return [vulnerable]
    }
    return []
  })
}

type Found = Readonly<{ version: string; text: string }>

/** Runs the pattern around its hint only: it can match nowhere else. */
function* versionsIn(
  text: string,
  pattern: VersionPattern,
  places: readonly number[],
): Iterable<Found> {
  const { reach } = pattern
  for (const at of places) {
    const around = text.slice(Math.max(0, at - reach), at + reach)
    for (const match of around.matchAll(pattern.pattern).take(MOST_PLACES)) {
      const version = versionOf(pattern, match)
      if (version !== null) yield { version, text: match[0].slice(0, MOST_TEXT) }
    }
  }
}

const versionOf = ({ version }: VersionPattern, match: RegExpExecArray): string | null => {
  const text = version.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '')
  return /^\d/.test(text) ? plainVersion(text) : null
}

function judge(
  library: Library,
  version: string,
  by: SeenBy,
  text: string | null,
): VulnerableLibrary | null {
  const advisories = library.advisories.filter((advisory) => holdsFor(advisory, version))
  return advisories.length === 0 ? null : { name: library.name, version, by, text, advisories }
}
