import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { bundleWorker, type Bundle } from './build.ts'

const FOLDER = 'dist/worker'
const CONFIG = 'dist/wrangler.toml'

/** What differs in a configuration that stands in dist/ and names modules instead of sources. */
const CHANGES: readonly (readonly [from: string, to: string])[] = [
  ['main = "src/index.ts"', 'main = "worker/index.js"\nno_bundle = true'],
  ['directory = "./public"', 'directory = "../public"'],
  ['migrations_dir = "migrations"', 'migrations_dir = "../migrations"'],
]
const RULES = '\n[[rules]]\ntype = "ESModule"\nglobs = ["*.js"]\n'

/** wrangler.toml for what `writeWorker` writes; throws where it does not say what it said. */
export function deployConfig(toml: string): string {
  return (
    CHANGES.reduce((text, [from, to]) => {
      const parts = text.split(from)
      if (parts.length !== 2) throw new Error(`wrangler.toml must say once: ${from}`)
      return parts.join(to)
    }, toml) + RULES
  )
}

/**
 * Writes the Worker as it is deployed to dist/worker: wrangler bundles into one file, in which parts
 * behind `import()` would be loaded with the rest. Answers the configuration to deploy it with.
 */
export async function writeWorker(root: string): Promise<Readonly<{ config: string } & Bundle>> {
  const bundle = await bundleWorker(root, 'src/index.ts', { isSmall: true })
  const folder = join(root, FOLDER)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const { name, text } of bundle.modules) await writeFile(join(folder, name), text)
  const config = join(root, CONFIG)
  await writeFile(config, deployConfig(await readFile(join(root, 'wrangler.toml'), 'utf8')))
  return { config, ...bundle }
}
