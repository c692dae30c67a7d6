import { KEY_STARTS } from '../../payloads/secrets.ts'
import { looksLikeKey, type SecretText } from './secret-text.ts'
import { wordsIn } from './words-in.ts'

/** What secretlint is given: the surroundings of what begins like a key, and no more of them. */
const MOST_STARTS = 20
const CHARS_BEFORE = 40
const CHARS_AFTER = 600
/** A start counts when key characters follow it: `hf_` and `dapi` occur in ordinary words. */
const KEY_CHARS = /[\w.+/=-]{12}/y

/**
 * Keys of providers, by the rules of secretlint. Give it `surroundings` only, never a whole body: some
 * of its patterns take seconds on text that is made for them.
 */
export async function providerKeys(text: string): Promise<readonly SecretText[]> {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ])
  const { messages } = await lintSource({
    source: { filePath: 'body.txt', content: text, ext: '.txt', contentType: 'text' },
    options: {
      noPhysicFilePath: true,
      config: { rules: [{ id: PRESET, rule: creator }] },
    },
  })
  return messages.flatMap(({ ruleId, messageId, range: [start, end] }) => {
    const key = text.slice(start, end)
    const provider = ruleId.replace(RULE_PREFIX, '')
    if (OWN_RULES.has(provider) || /TEST/.test(messageId) || !looksLikeKey(key)) return []
    return [
      {
        kind: provider,
        what: `key of the format of ${provider}`,
        text: key,
        secret: key,
        confidence: 'likely' as const,
        reason: 'It has the format of the provider and looks random; the provider was not asked.',
        grade: 'high' as const,
      },
    ]
  })
}

const PRESET = '@secretlint/secretlint-rule-preset-recommend'
const RULE_PREFIX = '@secretlint/secretlint-rule-'
/** Rules of our own prove more than these, which the preset runs even where its options switch them off. */
const OWN_RULES: ReadonlySet<string> = new Set([
  'aws',
  'basicauth',
  'database-connection-string',
  'github',
  'privatekey',
])
/** What stands around the starts of keys; empty for a body without any. No key has a line end in it. */
export function surroundings(body: string): string {
  const words = wordsIn(body)
  const starts = KEY_STARTS.flatMap((start) =>
    (words.get(start) ?? [])
      .filter((at) => startsKey(body, at + start.length))
      .slice(0, MOST_STARTS),
  )
  let end = 0
  const pieces = starts
    .toSorted((a, b) => a - b)
    .slice(0, MOST_STARTS)
    .flatMap((at) => {
      if (at < end) return []
      end = at + CHARS_AFTER
      return [body.slice(Math.max(0, at - CHARS_BEFORE), end)]
    })
  return pieces.join('\n')
}

function startsKey(body: string, at: number): boolean {
  KEY_CHARS.lastIndex = at
  return KEY_CHARS.test(body)
}
