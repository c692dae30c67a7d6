import type { TestProject } from 'vitest/node'

import { copyFonts } from '../../scripts/copy-assets.ts'
import { start } from '../range/apps/tiny/app.ts'

const FAULT_SEEDS = 20

declare module 'vitest' {
  interface ProvidedContext {
    target: string
    /** How many seeds of faults: more in `npm run soak`. */
    faultSeeds: number
  }
}

/** Serves the tiny range app to the tests inside workerd, and lays out what the assets need. */
export default async function serveTarget(project: TestProject): Promise<() => Promise<void>> {
  await copyFonts()
  const app = await start()
  project.provide('target', app.url)
  project.provide('faultSeeds', Number(process.env['PALISADE_FAULT_SEEDS'] ?? FAULT_SEEDS))
  return () => app.close()
}
