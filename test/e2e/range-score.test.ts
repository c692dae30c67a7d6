import { describe, expect, it } from 'vitest'
import { precision, recall, score, scoreOf, sum, type Found } from '../range/score.ts'
import { may, must, ofOrigin, type Truth } from '../range/truth.ts'

const truth: Truth = {
  expected: [
    must('sqli.error', ['GET', '/a', 'id'], 'number'),
    must('xss.reflected', ['POST', '/b', 'name'], 'text'),
    may('sqli.boolean', ['GET', '/a', 'id'], 'number'),
    ofOrigin('csp.policy', 'none'),
  ],
  clean: [
    { path: '/safe', parameter: 'q', why: 'bound' },
    { path: '/.svn/entries', parameter: null, why: '403' },
  ],
}
const row = (check_id: string, method: string, path: string, parameter: string): Found => ({
  check_id,
  method,
  path,
  parameter,
})
const A = row('sqli.error', 'GET', '/a', 'id')
const B = row('xss.reflected', 'POST', '/b', 'name')
const CSP = row('csp.policy', 'GET', '/', 'script-src')
const EXTRA = row('sqli.boolean', 'GET', '/a', 'id')

type Case = Readonly<{
  name: string
  found: readonly Found[]
  precision: number
  recall: number
  wrong: readonly string[]
}>
const CASES: readonly Case[] = [
  { name: 'nothing reported', found: [], precision: 1, recall: 0, wrong: [] },
  { name: 'all and no more', found: [A, B, CSP], precision: 1, recall: 1, wrong: [] },
  {
    name: 'an optional row as well',
    found: [A, B, CSP, EXTRA],
    precision: 1,
    recall: 1,
    wrong: [],
  },
  { name: 'only an optional row', found: [EXTRA], precision: 1, recall: 0, wrong: [] },
  { name: 'one missed', found: [A, CSP], precision: 1, recall: 2 / 3, wrong: [] },
  {
    name: 'two directives of one origin',
    found: [A, B, CSP, { ...CSP, parameter: 'object-src' }, CSP],
    precision: 1,
    recall: 1,
    wrong: [],
  },
  {
    name: 'one row twice',
    found: [A, A, B, CSP],
    precision: 3 / 4,
    recall: 1,
    wrong: ['reported twice'],
  },
  {
    name: 'a clean parameter',
    found: [A, B, CSP, row('sqli.error', 'GET', '/safe', 'q')],
    precision: 3 / 4,
    recall: 1,
    wrong: ['clean: bound'],
  },
  {
    name: 'a clean path',
    found: [row('exposed.vcs', 'GET', '/.svn/entries', '')],
    precision: 0,
    recall: 0,
    wrong: ['clean: 403'],
  },
  {
    name: 'the right place by another method, parameter or check',
    found: [
      { ...A, method: 'POST' },
      { ...A, parameter: 'ID' },
      { ...A, path: '/a/' },
      row('xss.reflected', 'GET', '/a', 'id'),
    ],
    precision: 0,
    recall: 0,
    wrong: Array.from({ length: 4 }, () => 'not in the truth'),
  },
]

describe('the score', () => {
  it.each(CASES)('$name', (example) => {
    const result = score(truth, example.found)
    expect(precision(result)).toBe(example.precision)
    expect(recall(result)).toBe(example.recall)
    expect(result.wrong.map(({ why }) => why)).toEqual(example.wrong)
    expect(result.missed).toHaveLength(result.expected - result.met)
  })
  it('asks for nothing where nothing is expected', () => {
    const nothing: Truth = { expected: [], clean: [] }
    expect(recall(score(nothing, []))).toBe(1)
    expect(precision(score(nothing, [A]))).toBe(0)
  })
  it('looks at one check alone and adds up', () => {
    const found = [A, row('xss.reflected', 'GET', '/safe', 'q')]
    expect(scoreOf(truth, found, 'sqli.error')).toMatchObject({ expected: 1, met: 1, right: 1 })
    expect(recall(scoreOf(truth, found, 'csp.policy'))).toBe(0)
    const total = sum([score(truth, found), score(truth, [A, B, CSP])])
    expect(total).toMatchObject({ expected: 6, met: 4, right: 4 })
    expect(precision(total)).toBe(4 / 5)
  })
})
