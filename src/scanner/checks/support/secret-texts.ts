import { awsKeys, googleKeys, privateKeys } from './secret-keys.ts'
import type { SecretText } from './secret-text.ts'
import { githubTokens, logins, webTokens } from './secret-tokens.ts'

type Rule = Readonly<{ starts: readonly string[]; find(body: string): readonly SecretText[] }>

const RULES: readonly Rule[] = [
  { starts: ['-----BEGIN'], find: privateKeys },
  { starts: ['AKIA'], find: awsKeys },
  { starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], find: githubTokens },
  { starts: ['AIza'], find: googleKeys },
  { starts: ['eyJ'], find: webTokens },
  { starts: ['://'], find: logins },
]

/** What our own rules find: those that need more than a pattern. */
export const secretTexts = (body: string): readonly SecretText[] =>
  RULES.flatMap(({ starts, find }) =>
    starts.some((start) => body.includes(start)) ? find(body) : [],
  )
