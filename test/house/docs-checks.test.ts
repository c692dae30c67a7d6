import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { checkPages } from '../../scripts/docs-checks/pages.ts'
import { cvssScore } from '../../src/report/cvss.ts'
import { CHECKS } from '../../src/scanner/checks/index.ts'

const facts = CHECKS.map(({ phase, meta }) => ({
  phase,
  ...meta,
  cvss_score: cvssScore(meta.cvss),
}))
const pages = checkPages(facts)

it('docs/checks has a page for every check and no other: npm run docs:checks', () => {
  expect(readdirSync('docs/checks').toSorted()).toEqual([...pages.keys()].toSorted())
})

it.each([...pages])(
  'docs/checks/%s is what its check says now: npm run docs:checks',
  (name, text) => {
    expect(readFileSync(join('docs/checks', name), 'utf8')).toBe(text)
  },
)
