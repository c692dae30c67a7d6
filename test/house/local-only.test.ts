import { expect, it } from 'vitest'

import { codeOf, filesOf, importsOf, textOf } from './sources.ts'

const isLocal = (file: string): boolean => file === 'src/local.ts' || file.startsWith('src/local/')

/** All of our files that the entry pulls in, types included: a type today is a value tomorrow. */
function graphOf(entry: string): ReadonlySet<string> {
  const reached = new Set([entry])
  for (const file of reached) {
    for (const { to, isPackage } of importsOf(file)) if (!isPackage) reached.add(to)
  }
  return reached
}

it('keeps the local mode out of what is deployed', () => {
  const deployed = [...graphOf('src/index.ts')]
  expect(deployed).toEqual(expect.arrayContaining(['src/runtime.ts', 'src/routes/app.ts']))
  expect(deployed.filter(isLocal)).toEqual([])
})

it('finds the local mode from its own entry', () => {
  expect([...graphOf('src/local.ts')]).toEqual(
    expect.arrayContaining(['src/index.ts', ...filesOf('src/local/**/*.ts')]),
  )
})

it('lets only the local mode switch itself on and move the clock', () => {
  const users = filesOf('src/**/*.ts').filter((file) =>
    /\b(?:enterLocalMode|setClockOffset)\b/.test(codeOf(textOf(file))),
  )
  // runtime.ts defines them.
  expect(users.filter((file) => !isLocal(file))).toEqual(['src/runtime.ts'])
})
