import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { processesNaming } from './e2e-processes.ts'
import type { Instance } from './e2e-instance.ts'

const LOOK_MS = 500
/**
 * The most memory in MB that the runtime of an instance holds, which runs what reads the target: looked
 * at twice a second. The process of the command line beside it holds the same whatever is scanned.
 */
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

/** 0 for a process that has ended in between, and for other programs. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(join('/proc', String(pid), 'status'), 'utf8').catch(() => '')
  if (!/^Name:\s+workerd/m.test(status)) return 0
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}
