import { createPrivateKey } from 'node:crypto'

import { entropyOf } from './cookies.ts'
import { BROWSER_KEY } from '../../payloads/secrets.ts'
import { all, isPlaceholder, looksLikeKey, type SecretText } from './secret-text.ts'

const PEM =
  /-----BEGIN (?:RSA |EC |DSA )?PRIVATE KEY-----[A-Za-z0-9+/=\s\\]{40,8000}-----END (?:RSA |EC |DSA )?PRIVATE KEY-----/g

/** A key that parses is a key: text that only looks like one does not. */
export function privateKeys(body: string): readonly SecretText[] {
  return all(body, PEM).flatMap(([text]) =>
    parses(text.replaceAll(/(?:\\r)?\\n/g, '\n'))
      ? [
          {
            kind: 'private-key',
            what: 'private key',
            text,
            secret: text,
            confidence: 'confirmed' as const,
            reason: 'The text between its marks was decoded and is a valid private key.',
            grade: 'high' as const,
          },
        ]
      : [],
  )
}

function parses(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private'
  } catch {
    // Not a key: whatever the decoder says of the text is no concern of ours.
    return false
  }
}

const AWS_ID = /(?<![A-Za-z0-9])AKIA[A-Z2-7]{16}(?![A-Za-z0-9])/g
const AWS_SECRET = /(?<![\w+/])[A-Za-z0-9+/]{40}(?![\w+/=])/g
const AWS_DISTANCE = 300
/** Random base64 of 40 characters; hex digests stay below 4. */
const AWS_BITS = 4.2

/** An id alone opens nothing: the secret stands beside it, or there is no finding. */
export function awsKeys(body: string): readonly SecretText[] {
  return all(body, AWS_ID).flatMap(({ 0: id, index }) => {
    const near = body.slice(Math.max(0, index - AWS_DISTANCE), index + id.length + AWS_DISTANCE)
    const secret = [...near.matchAll(AWS_SECRET)]
      .map(([text]) => text)
      .find((text) => entropyOf(text) >= AWS_BITS && !isPlaceholder(text))
    if (secret === undefined || isPlaceholder(id)) return []
    return [
      {
        kind: 'aws',
        what: `secret access key of AWS beside the key id ${id}`,
        text: secret,
        secret,
        confidence: 'likely' as const,
        reason:
          'A key id and a random text of the length of a secret key stand together; no call was made.',
        grade: 'high' as const,
      },
    ]
  })
}

const GOOGLE = /(?<![\w-])AIza[\w-]{35}(?![\w-])/g

const GOOGLE_DISTANCE = 300

export const googleKeys = (body: string): readonly SecretText[] =>
  all(body, GOOGLE).flatMap(({ 0: text, index }) => {
    if (!looksLikeKey(text)) return []
    const near = body.slice(Math.max(0, index - GOOGLE_DISTANCE), index + GOOGLE_DISTANCE)
    const isForBrowsers = BROWSER_KEY.test(near)
    return [
      {
        kind: 'google',
        what: 'API key of Google',
        text,
        secret: text,
        confidence: isForBrowsers ? ('possible' as const) : ('likely' as const),
        reason: isForBrowsers
          ? 'It stands beside what is made for pages; whether it is restricted was not asked.'
          : 'It has the format of the provider and looks random; whether it is restricted was not asked.',
        grade: 'low' as const,
      },
    ]
  })
