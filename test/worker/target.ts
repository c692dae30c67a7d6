import type { TestProject } from 'vitest/node'

import { copyFonts } from '../../scripts/copy-assets.ts'
import { start } from '../range/apps/tiny/app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    target: string
  }
}

/** Serves the tiny range app to the tests inside workerd, and lays out what the assets need. */
export default async function serveTarget(project: TestProject): Promise<() => Promise<void>> {
  await copyFonts()
  const app = await start()
  project.provide('target', app.url)
  return () => app.close()
}
