import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from './build.ts'
import { checkPages, type CheckFacts } from './docs-checks/pages.ts'

/** Writes docs/checks anew: one page for each check, made from its meta, and a list of all. */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/checks')
await build({ root })
// oxlint-disable-next-line no-unsafe-type-assertion -- the build wrote it from the registry just now
const checks = JSON.parse(readFileSync(join(root, 'dist/checks.json'), 'utf8')) as CheckFacts[]
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const pages = checkPages(checks)
for (const [name, text] of pages) writeFileSync(join(folder, name), text)
console.log(`docs/checks: ${pages.size} pages`)
