import { expect, it } from 'vitest'

import { fingerprint } from '../../../src/report/fingerprint.ts'
import { hitKey } from '../../../src/scanner/engine/findings-key.ts'
import { hit } from '../../support/sightings.ts'

const HIT = hit({ path_template: '/item/{}', method: 'POST', discriminator: 'mysql' })

it.each([
  ['input', {}],
  ['path', { parameter: '' }],
  ['origin', { path_template: '', method: '', parameter: '' }],
] as const)(
  'once per %s: the fingerprint with the parts blank that do not count',
  (oncePer, blank) => {
    expect(hitKey(HIT, { oncePer })).toBe(fingerprint({ ...HIT, ...blank }))
  },
)

it('does not look at the proof, the place of the answer or the time', () => {
  const other = {
    ...HIT,
    url: 'http://shop.test/item/2?x=1',
    match: null,
    confidence: 'likely',
  } as const
  expect(hitKey(other, { oncePer: 'input' })).toBe(hitKey(HIT, { oncePer: 'input' }))
})
