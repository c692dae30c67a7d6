import { spawnSync } from 'node:child_process'

import { expect, it } from 'vitest'

it.each(['--quick', 'src', '--fix'])(
  'refuses %s instead of checking less than it seems',
  (argument) => {
    const done = spawnSync(process.execPath, ['scripts/verify.ts', argument], { encoding: 'utf8' })
    expect(done.status).toBe(2)
    expect(done.stdout).toBe('')
    expect(done.stderr).toContain(`verify: unknown argument ${argument}`)
  },
)
