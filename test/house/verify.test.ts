import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

import { verify, type Step } from '../../scripts/verify.ts'

const node = (name: string, code: string): Step => ({ name, args: ['--eval', code] })

async function told(lanes: readonly (readonly Step[])[]) {
  const lines: string[] = []
  return { passed: await verify(lanes, (line) => lines.push(line)), lines }
}

describe('verify', () => {
  it('prints one line per step and hides what passing steps said', async () => {
    const lane = [
      node('one', "console.log('chatter')"),
      node('two', "console.log(' Tests  7 passed')"),
    ]
    const { passed, lines } = await told([lane])
    expect(passed).toBe(true)
    expect(lines).toEqual([
      expect.stringMatching(/^ok {3}one +\d+\.\d s$/),
      expect.stringMatching(/^ok {3}two +\d+\.\d s {2}7 passed$/),
    ])
  })

  it('shows the output of a failing step and still runs the others', async () => {
    const { passed, lines } = await told([
      [node('bad', "console.log('said'); console.error('why'); process.exit(3)"), node('next', '')],
      [node('beside', '')],
    ])
    expect(passed).toBe(false)
    expect(lines).toHaveLength(4)
    const text = lines.join('\n')
    expect(text).toMatch(/FAIL bad/)
    expect(text).toContain('said')
    expect(text).toContain('why')
    expect(text).toMatch(/ok {3}next/)
    expect(text).toMatch(/ok {3}beside/)
  })

  it('takes a killed step for a failed one', async () => {
    const { passed } = await told([[node('dead', "process.kill(process.pid, 'SIGKILL')")]])
    expect(passed).toBe(false)
  })

  it.each([
    ['--fix', 2],
    ['src', 2],
    ['--help', 0],
  ])('%s: exit %i', (arg, code) => {
    expect(spawnSync(process.execPath, ['scripts/verify.ts', arg]).status).toBe(code)
  })
})
