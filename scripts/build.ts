import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { basename, dirname, join } from 'node:path'

import { build as bundle, type Metafile, type Plugin } from 'esbuild'
import { z } from 'zod'

import type { WorkerModule } from '../cli/embedded/bindings.ts'
import { copyAssets, copyFonts } from './copy-assets.ts'

const META = 'meta.json'
const CHECKS = 'checks.json'
const LOCAL = 'local.json'
const OUTPUTS = ['dist/local.json', 'dist/checks.json', 'public/docs-assets/vendor', 'public/fonts']

export type BuildOptions = Readonly<{
  /** The project's folder. */
  root: string
  /** Builds even when nothing changed. */
  force?: boolean
}>
export type BuildAnswer = Readonly<{ built: boolean; elapsedMs: number }>

const Meta = z.object({ started_at: z.number(), inputs: z.array(z.string()) })

// CommonJS packages ask for `stream`; workerd knows it as `node:stream`.
const builtins: Plugin = {
  name: 'node-builtins',
  setup: (setup) => {
    const names = new RegExp(`^(${builtinModules.join('|')})$`)
    setup.onResolve({ filter: names }, ({ path }) => ({ path: `node:${path}`, external: true }))
  },
}

/** zod brings its messages in fifty languages, 40 kB of the packed Worker: ours are English. */
const english: Plugin = {
  name: 'zod-in-english',
  setup: (setup) => {
    setup.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js'",
      resolveDir: dirname(path),
    }))
  },
}

export type Bundle = Readonly<{
  /** The entry first, then what it shares with parts that `import()` loads, and those parts. */
  modules: readonly WorkerModule[]
  metafile: Metafile
}>

/**
 * Bundles an entry for workerd, in memory: what stands behind `import()` becomes modules apart.
 * `isSmall` leaves out what only readers of the code need.
 */
export async function bundleWorker(
  root: string,
  entry: string,
  { isSmall = false }: Readonly<{ isSmall?: boolean }> = {},
): Promise<Bundle> {
  const result = await bundle({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: join(root, 'dist'),
    bundle: true,
    splitting: true,
    // Names stay: stacks in logs are read by people.
    minifyWhitespace: isSmall,
    minifySyntax: isSmall,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    plugins: [builtins, english],
    logLevel: 'silent',
  })
  const modules = result.outputFiles.map(({ path, text }) => ({ name: basename(path), text }))
  const isEntry = ({ name }: WorkerModule) => name === basename(entry).replace(/\.ts$/, '.js')
  return {
    modules: [...modules.filter(isEntry), ...modules.filter((module) => !isEntry(module))],
    metafile: result.metafile,
  }
}

async function modifiedAt(path: string): Promise<number> {
  return existsSync(path) ? (await stat(path)).mtimeMs : Number.POSITIVE_INFINITY
}

/** True when what the last build wrote is there and no file that went into it has changed since. */
async function isFresh(root: string): Promise<boolean> {
  const metaFile = join(root, 'dist', META)
  if (![metaFile, ...OUTPUTS.map((path) => join(root, path))].every(existsSync)) return false
  const meta = Meta.safeParse(JSON.parse(await readFile(metaFile, 'utf8')))
  if (!meta.success) return false
  const inputs = await Promise.all(meta.data.inputs.map((path) => modifiedAt(join(root, path))))
  return inputs.every((at) => at < meta.data.started_at)
}

/** Replaces the file in one step: another process may be reading it. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text)
  await rename(draft, path)
}

// Bundled first: not every package that a bundler resolves can be imported by Node as it is.
const FACTS = `
  import { CHECKS } from './src/scanner/checks/index.ts'
  import { cvssScore } from './src/report/cvss.ts'
  export const facts = CHECKS.map(({ phase, meta }) => (
    { phase, ...meta, cvss_score: cvssScore(meta.cvss) }))`

const Facts = z.object({ facts: z.array(z.unknown()) })

/** What `palisade checks` and `palisade explain` show: the facts of every check, as JSON. */
async function describeChecks(root: string): Promise<string> {
  const result = await bundle({
    stdin: { contents: FACTS, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    platform: 'node',
    logLevel: 'silent',
  })
  const code = Buffer.from(result.outputFiles[0]?.text ?? '').toString('base64')
  const { facts } = Facts.parse(await import(`data:text/javascript;base64,${code}`))
  return JSON.stringify(facts, null, 2)
}

const inputsOf = (metafile: Metafile): string[] => [
  ...Object.keys(metafile.inputs),
  'package-lock.json',
  'scripts/build.ts',
]

/**
 * Writes dist/local.json (the modules that the embedded runtime runs, in one file that is replaced
 * at once), dist/checks.json and the static assets; does nothing when all of it is up to date.
 */
export async function build({ root, force = false }: BuildOptions): Promise<BuildAnswer> {
  const startedAt = performance.now()
  const now = Date.now()
  const elapsedMs = () => Math.round(performance.now() - startedAt)
  if (!force && (await isFresh(root))) return { built: false, elapsedMs: elapsedMs() }
  const dist = join(root, 'dist')
  await mkdir(dist, { recursive: true })
  const [{ modules, metafile }, checks] = await Promise.all([
    bundleWorker(root, 'src/local.ts', { isSmall: true }),
    describeChecks(root),
    copyAssets(),
    copyFonts(),
  ])
  await replaceFile(join(dist, LOCAL), JSON.stringify(modules))
  await replaceFile(join(dist, CHECKS), checks)
  await replaceFile(
    join(dist, META),
    JSON.stringify({ started_at: now, inputs: inputsOf(metafile) }),
  )
  return { built: true, elapsedMs: elapsedMs() }
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const { elapsedMs } = await build({ root, force: true })
  console.log(`Built dist/ in ${elapsedMs} ms`)
}
