import type { TestProject } from 'vitest/node'

import { copyFonts } from '../../scripts/copy-assets.ts'
import { start } from '../range/apps/tiny/app.ts'

const FAULT_SEEDS = 20
const SCHEDULES = 1017

declare module 'vitest' {
  interface ProvidedContext {
    target: string
    /** How many seeds of faults: more in `npm run soak`. */
    faultSeeds: number
    /** How many schedules are due at once: more in `npm run soak`. */
    schedules: number
  }
}

/** Serves the tiny range app to the tests inside workerd, and lays out what the assets need. */
export default async function serveTarget(project: TestProject): Promise<() => Promise<void>> {
  await copyFonts()
  const app = await start()
  project.provide('target', app.url)
  project.provide('faultSeeds', Number(process.env['PALISADE_FAULT_SEEDS'] ?? FAULT_SEEDS))
  project.provide('schedules', Number(process.env['PALISADE_SCHEDULES'] ?? SCHEDULES))
  return () => app.close()
}
