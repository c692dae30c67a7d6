import { awsKeys, googleKeys, privateKeys } from './secret-keys.ts'
import { makeFinder } from './needles.ts'
import type { SecretText } from './secret-text.ts'
import { githubTokens, logins, webTokens } from './secret-tokens.ts'

type Rule = Readonly<{
  starts: readonly string[]
  find(body: string, answeredAt: number): readonly SecretText[]
}>

const RULES: readonly Rule[] = [
  { starts: ['-----BEGIN'], find: privateKeys },
  { starts: ['AKIA'], find: awsKeys },
  { starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], find: githubTokens },
  { starts: ['AIza'], find: googleKeys },
  { starts: ['eyJ'], find: webTokens },
  { starts: ['://'], find: logins },
]

const findStarts = makeFinder(RULES.flatMap(({ starts }) => starts))

/** What our own rules find: those that need more than a pattern. `answeredAt` in ms, NaN if unknown. */
export function secretTexts(body: string, answeredAt: number): readonly SecretText[] {
  const found = findStarts(body, 1)
  return RULES.flatMap(({ starts, find }) =>
    starts.some((start) => found.has(start)) ? find(body, answeredAt) : [],
  )
}
