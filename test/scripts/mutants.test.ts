import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { EQUIVALENT } from '../../scripts/mutate/equivalent.ts'
import { mutantsOf } from '../../scripts/mutate/mutants.ts'

it.each(EQUIVALENT)('leaves out a change that there is: $file, $says', ({ file, says }) => {
  expect(mutantsOf(readFileSync(file, 'utf8')).map((mutant) => mutant.says)).toContain(says)
})
