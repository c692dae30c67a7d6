import { describe, expect, it } from 'vitest'

import { importsOf, readSources, type Source } from './sources.ts'

/** Everything that an entry pulls into the bundle; types are gone by then. */
function reachedFrom(entry: string, sources: readonly Source[]): ReadonlySet<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set([entry])
  for (const path of reached) {
    const source = byPath.get(path)
    const named = source === undefined ? [] : importsOf(source)
    for (const each of named) if (each.isOurs && !each.isType) reached.add(each.target)
  }
  return reached
}

const isLocal = (path: string): boolean => path === 'src/local.ts' || path.startsWith('src/local/')

describe('the deployed Worker', () => {
  const sources = readSources('src')

  it('does not hold the local mode', () => {
    expect([...reachedFrom('src/index.ts', sources)].filter(isLocal)).toEqual([])
  })

  it('is reached whole: the search follows imports into the rooms', () => {
    const reached = reachedFrom('src/index.ts', sources)
    expect(reached).toContain('src/durable-objects/scan.ts')
    for (const path of reached) expect(sources.map((source) => source.path)).toContain(path)
  })
})

it('a detour through another file or a late import is found', () => {
  const sources = [
    {
      path: 'src/index.ts',
      text: "import './wiring.ts'\nimport type { L } from './local/types.ts'",
    },
    { path: 'src/wiring.ts', text: "export const late = () => import('./local.ts')" },
  ]
  expect([...reachedFrom('src/index.ts', sources)].filter(isLocal)).toEqual(['src/local.ts'])
})

it('lets only the local mode switch itself on and move the clock', () => {
  const users = readSources('src')
    .filter(({ text }) => /\b(?:enterLocalMode|setClockOffset)\b/.test(text))
    .map(({ path }) => path)
  expect(users).toEqual(expect.arrayContaining(['src/local/settings.ts', 'src/local/advance.ts']))
  // runtime.ts defines them.
  expect(users.filter((path) => !isLocal(path))).toEqual(['src/runtime.ts'])
})
