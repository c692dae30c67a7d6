import { spawnSync } from 'node:child_process'

export type Ran = Readonly<{ output: string; waitedMs: number }>

/** How often a shell function may be called before its output is cut: payloads call it thrice at most. */
const CLOCK = 'sleep() { printf "[waited %s]" "$1" >&2; }; '

/** What sh prints; `sleep` only says how long it would have waited. */
export function runInSh(command: string): Ran {
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', CLOCK + command], { encoding: 'utf8' })
  const waits = [...stderr.matchAll(/\[waited ([\d.]+)\]/g)]
  return {
    output: stdout,
    waitedMs: waits.reduce((total, [, seconds]) => total + Number(seconds) * 1000, 0),
  }
}

/** cmd.exe in small: commands between ampersands that stand outside of double quotes. */
export function runInCmd(command: string): Ran {
  let output = ''
  let waitedMs = 0
  for (const part of splitOutsideQuotes(command)) {
    const sum = /^set \/a (\d+)\*(\d+)\s*$/.exec(part)
    const wait = /^waitfor \/t (\d+) \w+\s*$/.exec(part)
    if (sum !== null) output += String(Number(sum[1]) * Number(sum[2]))
    else if (wait !== null) waitedMs += Number(wait[1]) * 1000
    else if (part.startsWith('echo ')) output += `${part.slice(5)}\r\n`
  }
  return { output, waitedMs }
}

function splitOutsideQuotes(command: string): readonly string[] {
  const parts = ['']
  let isQuoted = false
  for (const character of command.split('\n', 1)[0] ?? '') {
    if (character === '"') isQuoted = !isQuoted
    if (character === '&' && !isQuoted) parts.push('')
    else parts.push((parts.pop() ?? '') + character)
  }
  return parts
}
