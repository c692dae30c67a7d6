import { expect, it } from 'vitest'

import { looksRandom } from '../../../src/scanner/checks/support/cookies.ts'

it.each(['b3f1c09a77de4c2e9d01', 's%3Ab3f1c09a77de4c2e9d01.x', 'k3JxQ9zRw7T'])(
  '%s looks random',
  (value) => {
    expect(looksRandom(value)).toBe(true)
  },
)

it.each([
  ['short', 'k3JxQ9zRw7'],
  ['short, its characters encoded', 'k3J%2Fx%2FQ9z'],
  ['without digits', 'remember-thisQuietly'],
  ['without letters', '20261122-0931.45:678'],
  ['of few characters', 'a1a1a1a1a1a1a1'],
])('what is %s does not look random: %s', (_, value) => {
  expect(looksRandom(value)).toBe(false)
})
