import { expect, it } from 'vitest'

import { makeFinder } from '../../../src/scanner/checks/support/needles.ts'

const find = makeFinder(['npm_', 'SG.', 'hooks.slack.com/', 'xoxb-', 'xoxp-'])

it.each([
  ['', {}],
  ['npm', {}],
  ['npm_', { npm_: [0] }],
  ['an npm_ and a SG.', { npm_: [3], 'SG.': [14] }],
  ['https://hooks.slack.com/services', { 'hooks.slack.com/': [8] }],
  ['xoxb-xoxp-xoxb-', { 'xoxb-': [0, 10], 'xoxp-': [5] }],
  ['npm_npm_npm_', { npm_: [0, 4] }],
  ['Ünpm_\u{1F600}SG.', { npm_: [1], 'SG.': [7] }],
])('finds in %j', (text, places) => {
  expect(Object.fromEntries(find(text, 2))).toEqual(places)
})

it('finds a needle once where an earlier piece of it has the number of the rarest', () => {
  // Five bits per character: `ACc` and `ABC` are the same number.
  expect(Object.fromEntries(makeFinder(['ACcABC'])('ACcABC', 2))).toEqual({ ACcABC: [0] })
})

it('finds whatever indexOf finds', () => {
  const needles = ['aba', 'bab', 'abc', 'cab', 'cabab', 'bcab', 'aaaa']
  const finder = makeFinder(needles)
  let seed = 5
  const text = Array.from({ length: 3000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return 'abc'[seed % 3]
  }).join('')
  const found = finder(text, 3000)
  for (const needle of needles) {
    const places: number[] = []
    for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1))
      places.push(at)
    expect(found.get(needle) ?? []).toEqual(places)
  }
})
