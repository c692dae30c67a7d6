import { LIMITS } from '../../limits.ts'

export type Robots = Readonly<{ paths: readonly string[]; sitemaps: readonly string[] }>

const PATH_FIELDS: ReadonlySet<string> = new Set(['allow', 'disallow', 'noindex'])

/**
 * Paths and sitemaps that a robots.txt names (RFC 9309). Paths are cut at the first wildcard: what
 * stands before it is a page or a folder. They are read as hints, not as rules: the owner of the
 * site asked for the scan.
 */
export function readRobots(text: string): Robots {
  const paths = new Set<string>()
  const sitemaps = new Set<string>()
  for (const line of text.split(/\r\n?|\n/, LIMITS.linksPerPage)) {
    const [, field, value] = /^\s*([a-z-]{1,20})\s*:\s*([^\s#]+)/i.exec(line.slice(0, 4096)) ?? []
    if (field === undefined || value === undefined) continue
    const name = field.toLowerCase()
    if (name === 'sitemap') sitemaps.add(value)
    const path = value.split(/[*$]/, 1)[0] ?? ''
    if (PATH_FIELDS.has(name) && path.startsWith('/')) paths.add(path)
  }
  return { paths: [...paths], sitemaps: [...sitemaps] }
}
