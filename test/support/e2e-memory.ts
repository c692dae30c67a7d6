import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { processesNaming } from './e2e-processes.ts'
import type { Instance } from './e2e-instance.ts'

const LOOK_MS = 500
/** The service and its runtime; a browser is a program of its own. */
const RUNTIME = /^(?:node|workerd|MainThread)/

/** The most memory that node and workerd of an instance hold together, looked at twice a second. */
export function watchMemory({ state }: Pick<Instance, 'state'>) {
  let mostMb = 0
  const look = async (): Promise<void> => {
    const pids = await processesNaming(state)
    const sizes = await Promise.all(pids.map(residentMb))
    mostMb = Math.max(
      mostMb,
      sizes.reduce((sum, size) => sum + size, 0),
    )
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return {
    async stop(): Promise<number> {
      clearInterval(timer)
      await look()
      return mostMb
    },
  }
}

/** 0 for a process that has ended in between, and for those that are no part of the runtime. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(join('/proc', String(pid), 'status'), 'utf8').catch(() => '')
  if (!RUNTIME.test(/^Name:\s+(\S+)/m.exec(status)?.[1] ?? '')) return 0
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}
