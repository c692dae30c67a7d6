import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Metafile } from 'esbuild'
import type { WorkerModule } from '../cli/embedded/bindings.ts'
import { writeWorker } from '../scripts/worker-folder.ts'
import type { Measured } from './support/result.ts'

const ROOT = dirname(import.meta.dirname)
const MOST_KB = 700
const MOST_STARTUP_MS = 200
const STARTS = 5

/** Size of the Worker as deployed, and what its start costs; the budgets stand as floors. */
export async function run(): Promise<readonly Measured[]> {
  const { modules, metafile, config } = await writeWorker(ROOT)
  return [...measureBundle(modules, metafile), await measureStartup(config)]
}

/** Modules that are there from the start, and those that `import()` loads when they are needed. */
function measureBundle(modules: readonly WorkerModule[], metafile: Metafile): readonly Measured[] {
  const eager = eagerOf(metafile)
  const kb = (isEager: boolean): number =>
    modules
      .filter(({ name }) => eager.has(name) === isEager)
      .reduce((sum, { text }) => sum + gzipSync(text).length / 1000, 0)
  const limit = { kind: 'most', of: 'value', than: MOST_KB } as const
  return [
    { name: 'bundle.gzip', value: kb(true), floor: MOST_KB, unit: 'kB', limit },
    { name: 'bundle.gzip.later', value: kb(false), floor: null, unit: 'kB' },
  ]
}

/** Names of the entry's module and of all that it imports by statement. */
function eagerOf({ outputs }: Metafile): ReadonlySet<string> {
  const entry = Object.keys(outputs).find((path) => basename(path) === 'index.js')
  const reached = new Set(entry === undefined ? [] : [entry])
  for (const path of reached) {
    for (const { kind, path: to, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) reached.add(to)
    }
  }
  return new Set([...reached].map((path) => basename(path)))
}

/** Active CPU time of the module's load, as wrangler samples it: the best of five. */
async function measureStartup(config: string): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'palisade-startup-'))
  try {
    const times = Array.from({ length: STARTS }, (_, index) =>
      activeMs(config, join(folder, `${index}.cpuprofile`)),
    )
    const limit = { kind: 'most', of: 'value', than: MOST_STARTUP_MS } as const
    const value = Math.min(...times)
    return { name: 'startup.active', value, floor: MOST_STARTUP_MS, unit: 'ms', limit }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function activeMs(config: string, profile: string): number {
  const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')))
  const args = [
    join(wrangler, 'bin/wrangler.js'),
    'check',
    'startup',
    '--config',
    config,
    '--outfile',
    profile,
  ]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    // With a pipe for standard input wrangler now and then dies of EPIPE.
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
  })
  const active = /Active: ([\d.]+) ms/.exec(stdout)?.[1]
  if (active === undefined) throw new Error(`wrangler told no start-up time:\n${stdout}\n${stderr}`)
  return Number(active)
}
