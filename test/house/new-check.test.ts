import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PHASES } from '../../scripts/new-check/templates.ts'

const COPIED = ['src', 'scripts', 'test/checks', 'test/support', 'tsconfig.json', '.oxlintrc.json']
const INDEX = 'src/scanner/checks/index.ts'
let root = ''

/** A copy of the repository's own files, as a person would have it before `npm run new:check`. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'palisade-new-check-'))
  for (const path of [...COPIED, '.oxfmtrc.json', 'package.json', 'vitest.config.ts']) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    cpSync(path, join(root, path), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

// The scaffold's own tests must fail; they are not results of this run.
const { PALISADE_TEST_RESULTS: _, ...plainEnv } = process.env
const node = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...plainEnv, NO_COLOR: '1' },
  })
const newCheck = (...args: readonly string[]) => node('scripts/new-check.ts', ...args)
const tool = (name: string, ...args: readonly string[]) =>
  node(join('node_modules/.bin', name), ...args)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

describe.each(PHASES)('a new %s check', (phase) => {
  const id = `demo.${phase}_thing`

  it('is written, tested by an empty table and registered', () => {
    const done = newCheck(id, '--phase', phase)
    expect(done).toMatchObject({ status: 0, stderr: '' })
    expect(read(`src/scanner/checks/${phase}/${id}.ts`)).toContain(`id: '${id}'`)
    expect(read(`test/checks/${id}.test.ts`)).toContain(`/${phase}/${id}.ts'`)
    const name = `demo${phase.charAt(0).toUpperCase()}${phase.slice(1)}Thing`
    expect(read(INDEX)).toContain(`import ${name} from './${phase}/${id}.ts'\n`)
    expect(read(INDEX)).toMatch(new RegExp(String.raw`\b${name},?\s*\]`))
  })

  it('is refused a second time in one line', () => {
    const before = read(INDEX)
    const again = newCheck(id, '--phase', phase === 'passive' ? 'input' : 'passive')
    expect(again).toMatchObject({ status: 2, stdout: '' })
    expect(again.stderr).toBe(
      `new:check: ${id} exists already: src/scanner/checks/${phase}/${id}.ts\n`,
    )
    expect(read(INDEX)).toBe(before)
  })
})

it('makes an input check where no phase is given', () => {
  expect(newCheck('demo.input_other')).toMatchObject({ status: 0, stderr: '' })
  expect(read('src/scanner/checks/input/demo.input_other.ts')).toContain('onInput({')
})

describe('what was scaffolded', () => {
  const files = PHASES.flatMap((phase) => [
    `src/scanner/checks/${phase}/demo.${phase}_thing.ts`,
    `test/checks/demo.${phase}_thing.test.ts`,
  ])

  it('keeps the imports of the registry in order', () => {
    const paths = [...read(INDEX).matchAll(/from '(\.\/\w+\/[^']+)'/g)].map(([, path]) => path)
    expect(paths).toEqual([...new Set(paths)].toSorted((a = '', b = '') => (a < b ? -1 : 1)))
  })

  it('is formatted, has types and passes the linter', () => {
    expect(tool('oxfmt', '--check', ...files, INDEX)).toMatchObject({ status: 0 })
    expect(tool('oxlint', ...files, INDEX)).toMatchObject({ status: 0 })
    // The files alone, by the rules of the project: it is checked whole beside this test.
    const config = { extends: './tsconfig.json', include: [...files, INDEX] }
    writeFileSync(join(root, 'tsconfig.demo.json'), JSON.stringify(config))
    const told = tool('tsc', '-p', 'tsconfig.demo.json', '--noEmit', '--pretty', 'false')
    const ours = told.stdout.split('\n').filter((line) => /demo\.|checks\/index/.test(line))
    expect(ours).toEqual([])
  })

  it('fails the tests until it is filled, and they say what is missing', () => {
    const done = tool(
      'vitest',
      'run',
      '--project',
      'node',
      'test/checks/demo',
      'test/checks/registry',
    )
    expect(done.status).toBe(1)
    const told = done.stdout + done.stderr
    for (const phase of PHASES)
      expect(told).toContain(`check demo.${phase}_thing > has a clean twin`)
    expect(told).toContain('demo.passive_thing: texts are there and of sensible length')
    expect(told).toContain('demo.passive_thing: severity is the band of its CVSS vector')
    expect(told).toContain('demo.passive_thing: classified by what the catalogue knows')
  })
})

describe('refuses with one line and exit 2', () => {
  it.each([
    ['no id', [], 'usage:'],
    ['two ids', ['demo.a', 'demo.b'], 'usage:'],
    ['an unknown option', ['demo.a', '--force'], 'usage:'],
    ['capitals', ['Demo.thing'], 'is not an id'],
    ['a path', ['../../evil'], 'is not an id'],
    ['an unknown phase', ['demo.a', '--phase', 'browser'], '--phase is one of'],
  ])('%s', (_, args, text) => {
    const done = newCheck(...args)
    expect(done).toMatchObject({ status: 2, stdout: '' })
    expect(done.stderr).toContain(text)
    expect(done.stderr.trim().split('\n')).toHaveLength(1)
  })
})
