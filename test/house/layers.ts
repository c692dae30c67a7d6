import { COMMON, COMPOSITION, LAYERS, PACKAGES, REPORT_PACKAGES } from './layer-table.ts'
import { importsOf, type Import, type Source } from './sources.ts'

/** `src/report/risk.ts` → `report`; `src/env.ts` → `env.ts`; `cli/main.ts` → `cli`. */
export function roomOf(path: string): string {
  const [top = '', room = ''] = path.split('/')
  return top === 'src' ? room : top
}

/** What a file imports against the tables, as sentences; an empty list is what we want. */
export const violationsOf = (source: Source): readonly string[] =>
  importsOf(source).flatMap((named) => {
    const broken = named.isOurs ? brokenRoomRule(source, named) : brokenPackageRule(source, named)
    return broken === null ? [] : [`${source.path} → ${named.target}: ${broken}`]
  })

function brokenRoomRule(source: Source, named: Import): string | null {
  const room = roomOf(source.path)
  const target = inSource(named.target)
  if (roomOf(named.target) === room) return insideScanner(source, named)
  if (COMPOSITION.includes(room) || COMMON.includes(target)) return null
  if (room === 'cli' && !named.target.startsWith('src/')) return null
  const allowed = LAYERS[room]
  if (allowed === undefined) return `the table has no row for ${room}`
  return allowed.some((entry) => permits(entry, target, named)) ? null : `${room} may not`
}

const inSource = (path: string): string => path.replace(/^src\//, '')

/** Is `target` the room or file that an entry of the table names? */
function permits(entry: string, target: string, named: Import): boolean {
  const name = entry.replace(/^type:/, '')
  if (name !== entry && !named.isType) return false
  return target === name || target.startsWith(`${name}/`)
}

function brokenPackageRule(source: Source, named: Import): string | null {
  const place = inSource(source.path)
  const room = roomOf(source.path)
  if (room === 'report' && !REPORT_PACKAGES.some((name) => name.test(named.target))) {
    return 'the pure room knows no such package'
  }
  if (!source.path.startsWith('src/') || COMPOSITION.includes(room)) return null
  const rule = PACKAGES.find(([start]) => isPackage(named.target, start))
  if (rule === undefined) return null
  const [, places] = rule
  return places.some((at) => place === at || place.startsWith(`${at}/`)) ? null : 'not here'
}

const isPackage = (target: string, start: string): boolean =>
  /[:/]$/.test(start)
    ? target.startsWith(start)
    : target === start || target.startsWith(`${start}/`)

const CHECK_FILE = /^src\/scanner\/checks\/(passive|origin|input|browser|site|api)\//
/** What a check may use besides report and its own kind's contract and helpers. */
const FOR_CHECKS =
  /^src\/scanner\/(checks\/(check\.ts|support\/)|http\/|payloads\/|tech\/|tls\/|feeds\.ts|crawl\/(page|html|forms|extractors\/srcset)\.ts)/

/** Walls within the room: a check stands alone, and the network comes in as an argument. */
function insideScanner(source: Source, named: Import): string | null {
  if (named.target.includes('/http/transports/')) {
    return source.path.includes('/http/transports/') ? null : 'a transport is passed in'
  }
  if (!CHECK_FILE.test(source.path)) return null
  if (CHECK_FILE.test(named.target)) return 'a check never imports another check'
  return FOR_CHECKS.test(named.target) ? null : 'not for checks'
}
