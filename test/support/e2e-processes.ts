import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Living processes whose command line or environment names a text, such as the folder of a state:
 * what an instance started is found wherever it has moved in the tree of processes. Linux only.
 */
export async function processesNaming(text: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const parts = await Promise.all(['cmdline', 'environ', 'stat'].map((file) => read(pid, file)))
      const [command = '', environment = '', stat = ''] = parts
      const isZombie = stat.split(') ').at(-1)?.startsWith('Z') ?? false
      return !isZombie && (command + environment).includes(text) ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

// Empty for a process that has ended in between, or belongs to another user.
const read = (pid: string, file: string): Promise<string> =>
  readFile(path.join('/proc', pid, file), 'utf8').catch(() => '')
