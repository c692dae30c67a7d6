import { spawn, type ChildProcess } from 'node:child_process'

const WATCH = 'cat >/dev/null; kill -s KILL -- "-$0"; rm -rf -- "$1"'

/** Ends a process group, and its state, when this process ends: however it does, a pipe to `cat` ends too. */
export function tie({ pid }: Pick<ChildProcess, 'pid'>, state: string): () => void {
  const args = ['-c', WATCH, String(pid), state]
  const watch = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  watch.unref()
  return () => {
    watch.kill('SIGKILL')
    watch.stdin.destroy()
  }
}
