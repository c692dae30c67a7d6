import type { TestProject } from 'vitest/node'

import { start } from '../range/apps/tiny/app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    target: string
  }
}

/** Serves the tiny range app to the tests inside workerd. */
export default async function serveTarget(project: TestProject): Promise<() => Promise<void>> {
  const app = await start()
  project.provide('target', app.url)
  return () => app.close()
}
