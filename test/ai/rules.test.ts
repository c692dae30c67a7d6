import { describe, expect, it } from 'vitest'

import { DEFAULT_GUIDANCE, GUIDANCE } from '../../src/ai/guidance.ts'
import type { AdviceInput } from '../../src/ai/port.ts'
import { rulesAdviser } from '../../src/ai/rules.ts'
import { CHECKS } from '../../src/scanner/checks/index.ts'
import { SQL_INJECTION } from '../support/advice-input.ts'

const advise = async (change: Partial<AdviceInput> = {}) => {
  const [advice] = await rulesAdviser.advise([{ ...SQL_INJECTION, ...change }])
  if (advice === undefined) throw new Error('no advice')
  return advice
}

describe('the rules', () => {
  it('name the place and the parameter in what to do', async () => {
    const { remediation, narrative } = await advise()
    expect(remediation).toContain('GET /product')
    expect(remediation).toContain('`id`')
    expect(narrative).toContain('CWE-89')
    expect(narrative).not.toMatch(/\{\w+\}/)
  })

  it('give the same advice for the same finding', async () => {
    expect(await advise()).toEqual(await advise())
  })

  it('rank by severity, proof and spread', async () => {
    const full = await advise()
    const scores = [
      await advise({ confidence: 'likely' }),
      await advise({ confidence: 'possible', cvss_score: 0 }),
      await advise({ cvss_score: 5.3 }),
    ].map((advice) => advice.triage_score)
    for (const score of scores) expect(score).toBeLessThan(full.triage_score)
    const spread = await advise({ cvss_score: 5.3, instances_count: 4 })
    expect(spread.triage_score).toBeGreaterThan(scores[2] ?? 100)
    expect(spread.narrative).toContain('3 other places')
  })

  it('know every class that a check reports', () => {
    const unknown = CHECKS.map((check) => check.meta.cwe).filter((cwe) => !(cwe in GUIDANCE))
    expect(unknown).toEqual([])
  })

  it('say of an old library what to do with it, whatever its advisory is about', async () => {
    const old = { check_id: 'jslib.vulnerable', cwe_id: 'CWE-79', parameter: 'jquery' } as const
    const { remediation } = await advise(old)
    expect(remediation).toContain('Update `jquery`')
    expect(remediation).not.toContain('encode')
  })

  it('have something to say of an unknown class', async () => {
    const { narrative } = await advise({ cwe_id: 'CWE-1188' })
    expect(narrative).toContain(DEFAULT_GUIDANCE.gain)
  })
})
