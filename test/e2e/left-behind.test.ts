import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

import { until } from '../support/until.ts'

const MOST_MS = 10_000
/** As a test process: it starts what runs for long, and says its number. */
const TEST = `
  import { spawn } from 'node:child_process'
  import { tie } from ${JSON.stringify(new URL('../support/tie.ts', import.meta.url).href)}
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
  tie(child, process.argv[1])
  process.stdout.write(String(child.pid))
  setInterval(() => {}, 1000)
`

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

it('a test that is killed leaves no service and no state behind', async () => {
  const state = await mkdtemp(path.join(tmpdir(), 'palisade-tied-'))
  const args = ['--input-type=module', '--eval', TEST, state]
  const test = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(test.stdout, 'data')
  const pid = Number(String(said))
  expect(isAlive(pid)).toBe(true)
  test.kill('SIGKILL')
  await until(() => !isAlive(pid), MOST_MS)
  await until(() => !existsSync(state), MOST_MS)
})
