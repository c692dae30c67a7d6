import { expect, it } from 'vitest'

import { markdown } from '../../src/exporters/markdown.ts'
import { narrativeOf } from '../../src/exporters/narrative.ts'
import { aFinding } from '../support/findings.ts'
import { aReport } from '../support/scans.ts'

const told = { ai_pentest_narrative: 'An attacker reads all.' } as const

it('marks what a model wrote as generated, and nothing else', () => {
  expect(narrativeOf(aFinding({ ...told, ai_source: 'model' }))).toBe(
    'An attacker reads all. (generated)',
  )
  expect(narrativeOf(aFinding({ ...told, ai_source: 'rules' }))).toBe(told.ai_pentest_narrative)
  expect(narrativeOf(aFinding({ ai_pentest_narrative: null, ai_source: null }))).toBeNull()
})

it('does so in a report', () => {
  const row = aFinding({ ...told, severity: 'high', ai_source: 'model' })
  expect(new TextDecoder().decode(markdown.render(aReport([row])))).toContain(
    'reads all. (generated)',
  )
})
