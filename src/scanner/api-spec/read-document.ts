import { whyUnusable } from './check-tree.ts'
import { done, refused, type Outcome } from './operation.ts'
import { readYaml } from './read-yaml.ts'
import { isTree, memberOf, textOf, type Tree } from './values.ts'

export type SpecVersion = '2.0' | '3.0' | '3.1'
export type SpecDocument = Readonly<{ version: SpecVersion; root: Tree }>

const VERSIONS: readonly (readonly [key: string, pattern: RegExp, version: SpecVersion])[] = [
  ['swagger', /^2(?:\.0)?$/, '2.0'],
  ['openapi', /^3\.0(?:\.\d{1,3})?(?:-[\w.]{1,20})?$/, '3.0'],
  ['openapi', /^3\.1(?:\.\d{1,3})?(?:-[\w.]{1,20})?$/, '3.1'],
]

/**
 * An API description from its text, JSON or YAML, or from values that were JSON already. Never throws;
 * what it answers is bounded in depth and refers to itself only.
 */
export function readDocument(given: unknown): Outcome<SpecDocument> {
  const read = typeof given === 'string' ? readText(given) : done(given)
  if (!read.ok) return read
  const root = read.value
  if (!isTree(root)) return refused('It is not an object.')
  const version = versionOf(root)
  if (version === null) return refused(whyNoVersion(root))
  const reason = whyUnusable(root)
  return reason === null ? done({ version, root }) : refused(reason)
}

function readText(text: string): Outcome<unknown> {
  const trimmed = text.replace(/^\uFEFF/, '').trimStart()
  if (trimmed === '') return refused('It is empty.')
  if (!trimmed.startsWith('{')) return readYaml(trimmed)
  try {
    return done(JSON.parse(trimmed))
  } catch {
    // The runtime's message would quote the text.
    return refused('It begins as JSON but does not parse.')
  }
}

function versionOf(root: Tree): SpecVersion | null {
  const found = VERSIONS.find(([key, pattern]) => {
    const value = memberOf(root, key)
    // YAML reads an unquoted 3.1 as a number.
    return pattern.test(typeof value === 'number' ? value.toFixed(1) : (textOf(value) ?? ''))
  })
  return found?.[2] ?? null
}

function whyNoVersion(root: Tree): string {
  const stated = memberOf(root, 'openapi') ?? memberOf(root, 'swagger')
  const known = 'only OpenAPI 3.0, 3.1 and Swagger 2.0 are read'
  return typeof stated === 'string' || typeof stated === 'number'
    ? `Its version is "${String(stated).slice(0, 20)}"; ${known}.`
    : `It says neither "openapi" nor "swagger"; ${known}.`
}
