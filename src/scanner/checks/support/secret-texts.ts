import { SECRET_STARTS } from '../../payloads/secrets.ts'
import { awsKeys, googleKeys, privateKeys } from './secret-keys.ts'
import type { SecretText } from './secret-text.ts'
import { githubTokens, logins, webTokens } from './secret-tokens.ts'
import { wordsIn } from './words-in.ts'

type Rule = Readonly<{
  starts: readonly string[]
  find(body: string, answeredAt: number): readonly SecretText[]
}>

const RULES: readonly Rule[] = [
  { starts: SECRET_STARTS.privateKey, find: privateKeys },
  { starts: SECRET_STARTS.aws, find: awsKeys },
  { starts: SECRET_STARTS.github, find: githubTokens },
  { starts: SECRET_STARTS.google, find: googleKeys },
  { starts: SECRET_STARTS.webToken, find: webTokens },
  { starts: SECRET_STARTS.login, find: logins },
]

/** What our own rules find: those that need more than a pattern. `answeredAt` in ms, NaN if unknown. */
export function secretTexts(body: string, answeredAt: number): readonly SecretText[] {
  const found = wordsIn(body)
  return RULES.flatMap(({ starts, find }) =>
    starts.some((start) => found.has(start)) ? find(body, answeredAt) : [],
  )
}
