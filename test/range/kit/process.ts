import { spawn } from 'node:child_process'

/** However long a command would run, it ends here. */
const LIMIT_MS = 8000
const OUTPUT_BYTES = 64 * 1024
const BARE = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }

export type Printed = Readonly<{ out: string; err: string }>
type Environment = Readonly<Record<string, string>>
export type Runner = Readonly<{
  /** Resolves when the program and all who hold its output have ended. Never rejects. */
  run(file: string, args: readonly string[], env?: Environment): Promise<Printed>
  /** Ends what still runs. */
  stop(): void
}>

/** Runs programs in a folder, each in a process group of its own so that its children end with it. */
export function makeRunner(folder: string): Runner {
  const running = new Set<number>()

  function run(file: string, args: readonly string[], env: Environment = {}): Promise<Printed> {
    // The kernel ends an argument at NUL; node refuses it.
    if (args.some((arg) => arg.includes('\0'))) return Promise.resolve({ out: '', err: '' })
    return new Promise((resolve) => {
      const child = spawn(file, args, {
        cwd: folder,
        // The type names settings of the Worker, which no other program needs.
        env: { ...BARE, ...env } as unknown as NodeJS.ProcessEnv,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const { pid } = child
      if (pid !== undefined) running.add(pid)
      const timer = setTimeout(() => endGroup(pid), LIMIT_MS)
      const [out, err] = [collect(child.stdout), collect(child.stderr)]
      const done = (): void => {
        clearTimeout(timer)
        if (pid !== undefined) running.delete(pid)
        resolve({ out: out(), err: err() })
      }
      child.once('error', done)
      child.once('close', done)
    })
  }

  return { run, stop: () => [...running].forEach(endGroup) }
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.on('data', (part: Buffer) => {
    if (text.length < OUTPUT_BYTES) text += part.toString('utf8')
  })
  return () => text
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself in the meantime.
  }
}
