import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second, whatever the machine (man 5 proc, `utime`). */
const TICK_MS = 10

/**
 * CPU milliseconds that the running children of this process with a name have used so far: what
 * other work of the machine hardly changes. Null where the system does not tell; Linux does.
 */
export function childCpuMs(name: string): number | null {
  if (!existsSync('/proc/self/stat')) return null
  const ticks = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => ticksOf(pid, name))
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS
}

function ticksOf(pid: string, name: string): number {
  const stat = statOf(pid)
  const [, parent, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const isChild = Number(parent) === process.pid && stat.includes(`(${name})`)
  return isChild ? Number(fields[9]) + Number(fields[10]) : 0
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended since the list was read.
    return ''
  }
}
