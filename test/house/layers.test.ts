import { describe, expect, it } from 'vitest'

import {
  CHECK_PHASES,
  DOORS,
  PLATFORM_FILES,
  PURE_ROOMS,
  ROOMS,
  SHARED,
  type Row,
} from './rooms.ts'
import { codeOf, filesOf, importLines, importsOf, textOf, type Import } from './sources.ts'

const FILES = filesOf('src/**/*.ts', 'cli/**/*.ts')

const covers = (name: string, path: string): boolean => path === name || path.startsWith(`${name}/`)

/** The longest row that covers the path: src/scanner/http is a room of its own. */
const roomOf = (path: string): string | undefined =>
  Object.keys(ROOMS)
    .filter((name) => covers(name, path))
    .toSorted((a, b) => b.length - a.length)[0]

const namesPackage = (allowed: string, to: string): boolean =>
  allowed.endsWith('*') ? to.startsWith(allowed.slice(0, -1)) : covers(allowed, to)

function isInTable(room: string, row: Row, { to, isPackage, isType }: Import): boolean {
  if (isPackage) return (row.packages ?? []).some((name) => namesPackage(name, to))
  if (roomOf(to) === room || (room !== 'src/report' && SHARED.includes(to))) return true
  const allowed = [...(row.values ?? []), ...(isType ? (row.types ?? []) : [])]
  return allowed.some((name) => covers(name, to))
}

const doorFor = (file: string, to: string) =>
  DOORS.find((door) => door.file === file && covers(door.to, to))

/** What the file imports against the table, doors aside. */
function breachesOf(file: string): readonly Import[] {
  const room = roomOf(file)
  const row = room === undefined ? undefined : ROOMS[room]
  if (room === undefined || row === undefined) return importsOf(file)
  return importsOf(file).filter((each) => !isInTable(room, row, each))
}

describe('rooms', () => {
  it('are all in the table, and the table has no others', () => {
    expect(FILES.filter((file) => roomOf(file) === undefined)).toEqual([])
    const used = new Set(FILES.map(roomOf))
    expect(Object.keys(ROOMS).filter((name) => !used.has(name))).toEqual([])
  })

  it('import only what the table gives them', () => {
    const breaches = FILES.flatMap((file) =>
      breachesOf(file)
        .filter(({ to }) => doorFor(file, to) === undefined)
        .map(({ to, isType }) => `${file} → ${to}${isType ? ' (type)' : ''}`),
    )
    expect(breaches).toEqual([])
  })

  it.each(DOORS)('$file still needs its door to $to: $why', ({ file, to }) => {
    expect(breachesOf(file).some((breach) => covers(to, breach.to))).toBe(true)
  })

  it('hide no import in a form that is not read', () => {
    const misread = FILES.filter((file) => importsOf(file).length < importLines(textOf(file)))
    expect(misread).toEqual([])
  })
})

it('reads every form of import, and tells types from values', () => {
  const text = [
    "import './a.ts'",
    "import b, { c } from '../b.ts'",
    "import * as d from 'd/e'",
    "import type { F } from './f.ts'",
    'import {\n  g,\n  h,\n} from "./never.ts"'.replaceAll('"', "'"),
    "export { i } from './i.ts'",
    "export const text = 'not from'",
    "// import { no } from './no.ts'",
    "const late = await import('./late.ts')",
  ].join('\n')
  expect(importsOf('src/room/file.ts', text)).toEqual([
    { to: 'src/room/a.ts', isPackage: false, isType: false },
    { to: 'src/b.ts', isPackage: false, isType: false },
    { to: 'd/e', isPackage: true, isType: false },
    { to: 'src/room/f.ts', isPackage: false, isType: true },
    { to: 'src/room/never.ts', isPackage: false, isType: false },
    { to: 'src/room/i.ts', isPackage: false, isType: false },
    { to: 'src/room/late.ts', isPackage: false, isType: false },
  ])
})

describe('checks', () => {
  const isCheck = (path: string) =>
    CHECK_PHASES.some((phase) => path.startsWith(`src/scanner/checks/${phase}/`))

  it('import no other check', () => {
    const breaches = FILES.filter(isCheck).flatMap((file) =>
      importsOf(file)
        .filter(({ to }) => isCheck(to))
        .map(({ to }) => `${file} → ${to}`),
    )
    expect(breaches).toEqual([])
  })

  it('are imported by the registry alone', () => {
    const importers = FILES.filter((file) => importsOf(file).some(({ to }) => isCheck(to)))
    expect(importers).toEqual(['src/scanner/checks/index.ts'])
  })
})

it('names the platform only where it is adapted', () => {
  const offenders = filesOf('src/**/*.ts', 'cli/**/*.ts', 'scripts/**/*.ts')
    .filter((file) => !PLATFORM_FILES.some((allowed) => file.startsWith(allowed)))
    .filter((file) => /\bcloudflare:\w/.test(codeOf(textOf(file))))
  expect(offenders).toEqual([])
})

/** What the linter cannot ban by name alone. */
const WORLD = /\bMath\.random\b|\bperformance\.now\b|\brandomUUID\b|\bgetRandomValues\b/g

it('gives the pure rooms their clock and chance', () => {
  const offenders = FILES.filter(
    (file) =>
      PURE_ROOMS.some((room) => file.startsWith(room)) &&
      !file.startsWith('src/scanner/http/transports/'),
  ).flatMap((file) => (codeOf(textOf(file)).match(WORLD) ?? []).map((name) => `${file}: ${name}`))
  expect(offenders).toEqual([])
})
