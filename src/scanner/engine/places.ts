import { pathTemplate } from '../../report/path-template.ts'
import type { UrlItem } from '../../report/report.ts'
import { LIMITS } from '../../limits.ts'
import type { PageFacts } from '../checks/check.ts'
import { isDangerous } from '../crawl/avoid.ts'
import { compareText } from '../crawl/urls.ts'
import type { Place } from './unit.ts'

/** Deeper folders are seldom another deployment, and there are many. */
const FOLDER_DEPTH = 3

export const factsOf = (place: Place): PageFacts => ({ ...place, url: new URL(place.url) })

/**
 * Where page checks look: one visited page per path template, without its query, and the folders above
 * all pages and named files, the root first. At most LIMITS.placesPerScan, LIMITS.foldersPerScan.
 */
export function placesOf(
  urls: readonly UrlItem[],
  folders: readonly string[],
  isUsable: (url: URL) => boolean,
): readonly Place[] {
  const visited = new Map<string, Place>()
  const answered = urls.filter(({ method, status }) => method === 'GET' && status !== null)
  for (const place of answered.map(placeOf).toSorted((a, b) => compareAddress(a.url, b.url))) {
    const key = templateOf(place.url)
    if (!visited.has(key)) visited.set(key, place)
  }
  const above = new Map<string, Place>()
  const named = [...[...visited.values()].map(({ url }) => url), ...folders]
  for (const folder of named.flatMap(foldersAbove).toSorted(compareAddress)) {
    const key = templateOf(folder)
    if (!visited.has(key) && !above.has(key)) above.set(key, placeAt(folder, null))
  }
  const all = [...[...above.values()].slice(0, LIMITS.foldersPerScan), ...visited.values()]
  return all
    .filter(({ url }) => isUsable(new URL(url)) && !isDangerous('GET', new URL(url)))
    .toSorted((a, b) => compareAddress(a.url, b.url))
    .slice(0, LIMITS.placesPerScan)
}

function placeOf(item: UrlItem): Place {
  const { origin, pathname } = new URL(item.url)
  return placeAt(origin + pathname, item)
}

const placeAt = (url: string, item: UrlItem | null): Place => ({
  url,
  isFolder: url.endsWith('/'),
  status: item?.status ?? null,
  contentType: item?.content_type ?? null,
})

function templateOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathTemplate(pathname)
}

/** `/a/b/c.html` → `/`, `/a/`, `/a/b/`. */
function foldersAbove(address: string): readonly string[] {
  const { origin, pathname } = new URL(address)
  const names = pathname.split('/').slice(1, -1).slice(0, FOLDER_DEPTH)
  return names.reduce((found, name) => [...found, `${found.at(-1)}${name}/`], [`${origin}/`])
}

const compareAddress = (a: string, b: string): number => a.length - b.length || compareText(a, b)
