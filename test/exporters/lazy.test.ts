import { expect, it } from 'vitest'

import { readSources } from '../house/sources.ts'

const HEAVY = /^import (?!type\b)[^\n]*'(?:pdf-lib|@cantoo\/[^']+|docx)'/m

it('loads the libraries of documents when one is asked for, never with the Worker', () => {
  const eager = readSources('src').filter(({ text }) => HEAVY.test(text))
  expect(eager.map(({ path }) => path)).toEqual([])
})
