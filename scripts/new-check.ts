import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = dirname(import.meta.dirname)
const HELP = `Writes the files of a new check; "npm run verify" then names what is still to fill in.

  npm run new:check -- demo.thing [--phase passive|origin|input]`

const ID = /^[a-z0-9]+(\.[a-z0-9_]+)*$/
const INDEX = 'src/scanner/checks/index.ts'

/** In report order, with what differs in the code of a check. */
const PHASES = {
  passive: { maker: 'passive', run: '*run()', oncePer: 'origin' },
  origin: { maker: 'onOrigin', run: 'async *run()', oncePer: 'origin' },
  input: { maker: 'onInput', run: 'async *run()', oncePer: 'input' },
} as const
type Phase = keyof typeof PHASES
const PHASE_NAMES: readonly string[] = Object.keys(PHASES)
const isPhase = (text: string): text is Phase => PHASE_NAMES.includes(text)

/** Empty texts, no score and no requests: the registry test objects to each of them by name. */
const sourceOf = (id: string, phase: Phase): string => `\
import { ${PHASES[phase].maker} } from '../check.ts'

export default ${PHASES[phase].maker}({
  meta: {
    id: '${id}',
    title: '',
    category: '',
    severity: 'info',
    owasp: 'A00:2025',
    owasp2021: 'A00:2021',
    cwe: 'CWE-0',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    maxRequests: 0,
    oncePer: '${PHASES[phase].oncePer}',
    profile: 'standard',
    probes: [],
    description: '',
    remediation: '',
    references: [],
  },

  ${PHASES[phase].run} {
    yield* []
  },
})
`

const testOf = (id: string, phase: Phase): string => `\
import check from '../../src/scanner/checks/${phase}/${id}.ts'
import { testCheck } from '../support/check-tester.ts'

testCheck(check, {
  clean: {},
  found: {},
})
`

type Entry = Readonly<{ line: string; name: string; phase: string; path: string }>

const entriesOf = (index: string): readonly Entry[] =>
  [...index.matchAll(/^import (\w+) from '\.\/((\w+)\/[^']+)'\n/gm)].map(
    ([line, name = '', path = '', phase = '']) => ({ line, name, path, phase }),
  )

/** `sqli.boolean` → sqliBoolean. One word alone might be a keyword, so it gets a second. */
function identifierOf(id: string, taken: ReadonlySet<string>): string {
  const words = id.split(/[._]+/).filter(Boolean)
  const camel = words.map((word, at) =>
    at === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  )
  const joined = camel.join('').replace(/^\d/, 'check$&')
  let name = words.length === 1 ? `${joined}Check` : joined
  while (taken.has(name)) name += 'Check'
  return name
}

/** Imports stay sorted by path within a phase, the list in report order: after its own phase. */
function registered(index: string, id: string, phase: Phase): string {
  const entries = entriesOf(index)
  const name = identifierOf(id, new Set(entries.map((entry) => entry.name)))
  const path = `${phase}/${id}.ts`
  const line = `import ${name} from './${path}'\n`
  const next =
    entries.find((entry) => entry.phase === phase && entry.path > path) ??
    entries.find((entry) => entry.path > path && !entries.some((e) => e.phase === phase))
  const previous = entries.findLast((entry) => entry.phase === phase) ?? entries.at(-1)
  const withImport =
    next === undefined
      ? index.replace(previous?.line ?? '\n', (found) => found + line)
      : index.replace(next.line, (found) => line + found)
  return withImport.replace(/(CHECKS[^=]*= \[)([^\]]*)\]/, (_, head: string, list: string) => {
    const names = list.split(',').map((text) => text.trim())
    const known = names.filter((text) => text !== '')
    const rankOf = (text: string) =>
      PHASE_NAMES.indexOf(entries.find((entry) => entry.name === text)?.phase ?? '')
    const at = known.findLastIndex((text) => rankOf(text) <= PHASE_NAMES.indexOf(phase)) + 1
    return `${head}${known.toSpliced(at, 0, name).join(', ')}]`
  })
}

export type NewCheck = Readonly<{ root: string; id: string; phase: string }>
export type Outcome =
  | Readonly<{ ok: true; files: readonly string[] }>
  | Readonly<{ ok: false; reason: string }>

/** Writes check, test and registry line below `root`; writes nothing where it refuses. */
export function newCheck({ root, id, phase }: NewCheck): Outcome {
  const refuse = (reason: string): Outcome => ({ ok: false, reason })
  if (!ID.test(id)) return refuse(`"${id}" is no id of a check: lower-case words joined by dots.`)
  if (!isPhase(phase)) return refuse(`"${phase}" is no phase: ${PHASE_NAMES.join(', ')}.`)
  const files = [`src/scanner/checks/${phase}/${id}.ts`, `test/checks/${id}.test.ts`] as const
  const known = [...PHASE_NAMES.map((each) => `src/scanner/checks/${each}/${id}.ts`), files[1]]
  const existing = known.find((file) => existsSync(join(root, file)))
  if (existing !== undefined) return refuse(`The check ${id} exists: ${existing}.`)
  const index = readFileSync(join(root, INDEX), 'utf8')
  writeFileSync(join(root, files[0]), sourceOf(id, phase))
  writeFileSync(join(root, files[1]), testOf(id, phase))
  writeFileSync(join(root, INDEX), registered(index, id, phase))
  spawnSync(process.execPath, [join(ROOT, 'node_modules/.bin/oxfmt'), INDEX], { cwd: root })
  return { ok: true, files: [...files, INDEX] }
}

function main(args: readonly string[]): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        phase: { type: 'string', default: 'input' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help === true) {
      console.log(HELP)
      return 0
    }
    const [id, ...others] = positionals
    if (id === undefined || others.length > 0) throw new Error('Give one id, such as demo.thing.')
    const outcome = newCheck({ root: ROOT, id, phase: values.phase })
    if (!outcome.ok) throw new Error(outcome.reason)
    console.log(outcome.files.join('\n'))
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 2
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
