import { expect, it } from 'vitest'

import { diffSummary } from '../../src/ai/diff.ts'
import { rulesAdviser } from '../../src/ai/rules.ts'

const XSS = { title: 'Reflected XSS', severity: 'high' } as const
const HSTS = { title: 'HSTS missing', severity: 'low' } as const
const diff = { isSameTarget: true, added: [], fixed: [], unchanged: [] }

it.each([
  [diff, 'Neither scan has an open finding.'],
  [{ ...diff, unchanged: [XSS] }, 'Nothing changed: 1 finding as before.'],
  [
    { ...diff, added: [HSTS, XSS, XSS], unchanged: [HSTS] },
    '3 findings new (2 high: Reflected XSS; 1 low: HSTS missing); nothing fixed; 1 unchanged.',
  ],
  [{ ...diff, fixed: [XSS] }, 'Nothing new; 1 finding fixed (1 high: Reflected XSS); 0 unchanged.'],
  [
    { ...diff, isSameTarget: false, fixed: [XSS] },
    'The scans are of different targets. Nothing new; 1 finding gone (1 high: Reflected XSS); 0 unchanged.',
  ],
])('says what changed in one sentence (%#)', (given, text) => {
  expect(diffSummary(given)).toBe(text)
})

it('names three titles of a severity and says that there are more', () => {
  const added = ['a', 'b', 'c', 'd'].map((title) => ({ title, severity: 'low' as const }))
  expect(diffSummary({ ...diff, added })).toContain('(4 low: a, b, c, …)')
})

it('is the rules’ answer to the adviser’s port, and says so', async () => {
  expect(await rulesAdviser.describeDiff(diff)).toEqual({
    text: 'Neither scan has an open finding.',
    source: 'rules',
  })
})
