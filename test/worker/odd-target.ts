import type { TestProject } from 'vitest/node'

import { startOddServers } from '../support/odd-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    odd: { http: string; raw: string }
  }
}

/** Serves odd bytes to the tests inside workerd. */
export default async function serveOdd(project: TestProject): Promise<() => Promise<void>> {
  const { http, raw, stop } = await startOddServers()
  project.provide('odd', { http, raw })
  return stop
}
