import { describe, expect, it } from 'vitest'

import { exitCodeOf, exitCodeOfGate } from '../../cli/verdict.ts'

const complete = { status: 'completed', partial: false } as const
const partial = { status: 'completed', partial: true } as const
const failed = { status: 'failed', partial: true } as const
const passes = { passed: true, failing_count: 0 }
const finds = { passed: false, failing_count: 2 }
const incomplete = { passed: false, failing_count: 0 }

describe('exit code of palisade scan', () => {
  const CASES = [
    [complete, passes, 0],
    [complete, finds, 1],
    [partial, finds, 1],
    [partial, incomplete, 3],
    [failed, finds, 3],
    [failed, null, 3],
    [complete, null, 0],
    [partial, null, 3],
  ] as const
  it.each(CASES)('%j with gate %j → %i', (scan, gate, code) => {
    expect(exitCodeOf(scan, gate)).toBe(code)
  })
})

describe('exit code of palisade gate', () => {
  const CASES = [
    [passes, 0],
    [finds, 1],
    [{ ...finds, reason: 'scan_incomplete' }, 1],
    [{ ...incomplete, reason: 'scan_incomplete' }, 3],
    [{ ...finds, reason: 'scan_failed' }, 3],
  ] as const
  it.each(CASES)('%j → %i', (gate, code) => {
    expect(exitCodeOfGate(gate)).toBe(code)
  })
})
