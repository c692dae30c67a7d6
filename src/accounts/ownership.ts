import { createHash } from 'node:crypto'

import { Parser } from 'htmlparser2'

import { literalOf } from './addresses.ts'

export const PROOF_METHODS = ['dns_txt', 'file', 'meta'] as const
export type ProofMethod = (typeof PROOF_METHODS)[number]

const TOKEN_CHARS = 40
const RECORD = '_palisade'
const LABEL = 'palisade-verification'
export const PROOF_PATH = '/.well-known/palisade.txt'
/** What may stand before a meta tag of the head; anything else begins the body. */
const HEAD_TAGS: ReadonlySet<string> = new Set(
  'html head title meta link script style base noscript'.split(' '),
)

/** Where to put what; null where the host cannot carry it. */
export type ProofPlaces = Readonly<{
  dns_txt: Readonly<{ name: string; value: string }> | null
  file: Readonly<{ path: string; content: string }>
  meta: Readonly<{ name: string; content: string; tag: string }>
}>

/**
 * What the owner of a host publishes for one account. No secret: it says nothing by itself, and it
 * proves the host to that account alone. It stays the same when an asset is removed and added again.
 */
export const proofToken = (accountId: string, host: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['palisade ownership', accountId, host]))
    .digest('hex')
    .slice(0, TOKEN_CHARS)

export function proofPlaces(accountId: string, host: string): ProofPlaces {
  const token = proofToken(accountId, host)
  const isName = literalOf(new URL(`http://${host}/`)) === null
  const value = `${LABEL}=${token}`
  return {
    dns_txt: isName ? { name: `${RECORD}.${host}`, value } : null,
    file: { path: PROOF_PATH, content: token },
    meta: { name: LABEL, content: token, tag: `<meta name="${LABEL}" content="${token}">` },
  }
}

export const isInTxt = (records: readonly string[], { dns_txt }: ProofPlaces): boolean =>
  dns_txt !== null && records.some((record) => record.trim() === dns_txt.value)

/** The whole file is the token: a page that repeats what it was asked for proves nothing. */
export const isInFile = (body: string, { file }: ProofPlaces): boolean =>
  body.trim() === file.content

/** Only a meta tag of the head counts: what visitors write ends up in the body. */
export function isInHead(html: string, { meta }: ProofPlaces): boolean {
  let isFound = false
  let isInside = true
  const parser = new Parser({
    onopentag: (name, attributes) => {
      isInside &&= HEAD_TAGS.has(name)
      const { name: label, content } = attributes
      const isOurs = label?.toLowerCase() === meta.name && content?.trim() === meta.content
      if (isInside && name === 'meta' && isOurs) isFound = true
    },
    onclosetag: (name) => {
      if (name === 'head') isInside = false
    },
  })
  parser.end(html)
  return isFound
}
