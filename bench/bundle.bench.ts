import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundleWorker } from '../scripts/build.ts'
import type { Measured } from './support/result.ts'

const ROOT = dirname(import.meta.dirname)
const MOST_KB = 700
const MOST_STARTUP_MS = 200
const STARTS = 5

/** Size of the Worker as deployed, and what its start costs; the budgets stand as floors. */
export async function run(): Promise<readonly Measured[]> {
  return [await measureBundle(), await measureStartup()]
}

/** Upper bound: parts behind `import()` are in this one file too, and count. */
async function measureBundle(): Promise<Measured> {
  const { files } = await bundleWorker(ROOT, { index: 'src/index.ts' })
  const value = gzipSync(files[0]?.text ?? '').length / 1000
  const limit = { kind: 'most', of: 'value', than: MOST_KB } as const
  return { name: 'bundle.gzip', value, floor: MOST_KB, unit: 'kB', limit }
}

/** Active CPU time of the module's load, as wrangler samples it: the best of five. */
async function measureStartup(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'palisade-startup-'))
  try {
    const times = Array.from({ length: STARTS }, (_, index) =>
      activeMs(join(folder, `${index}.cpuprofile`)),
    )
    const limit = { kind: 'most', of: 'value', than: MOST_STARTUP_MS } as const
    const value = Math.min(...times)
    return { name: 'startup.active', value, floor: MOST_STARTUP_MS, unit: 'ms', limit }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function activeMs(profile: string): number {
  const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')))
  const args = [join(wrangler, 'bin/wrangler.js'), 'check', 'startup', '--outfile', profile]
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
