import { LIMITS } from '../../../limits.ts'
import { concreteRoute } from '../route-pattern.ts'
import { looksLikeUrl } from '../urls.ts'

/** Put before JSON so that no script element can run it. */
const GUARD = /^\s*(?:\)\]\}'?,?|while\s?\(1\);|for\s?\(;;\);)/
const LINES = 1000

/** Keys whose value is an address, relative ones too. */
const LINK_KEY =
  /^(?:@id|self|first|last|next|prev|previous|related|canonical|action|src|start_?url|.{0,60}(?:url|uri|href)s?)$/i
/** Keys whose value may be one: only what has a slash in it. */
const PATH_KEY = /(?:path|link|file|endpoint|route|module|css|assets|imports|scope|page)s?$/i
const RELATIVE = /^(?:\.{0,2}\/)?[\w~%-][\w.~%/@+-]{0,300}(?:\?\S{0,300})?$/
const MARKUP = /<\w[^<>]{0,300}(?:href|src|action)\s{0,5}=/i
/** `{?page,size}` of a URI template (RFC 6570) may be left out. */
const OPTIONAL_PART = /\{[?&#][^{}]{0,200}\}/g
/** Names that say how a value is linked and not what to. */
const PLAIN_KEYS: ReadonlySet<string> = new Set(['href', 'url', 'uri', 'link', 'src'])

/** An address in JSON; `text` and `method` as in Link. */
export type JsonLink = Readonly<{
  reference: string
  text?: string | undefined
  method?: string | undefined
}>

/** Addresses in a JSON text, and texts in it that are markup. Nothing of what is no JSON, or was cut. */
export function readJson(text: string): Readonly<{ links: JsonLink[]; markup: string[] }> {
  const found: Found = { links: [], markup: [] }
  const open: Value[] = rootsOf(text).map((value) => ({ value, key: '', relation: '' }))
  for (let seen = 0; open.length > 0 && seen < LIMITS.jsonValues; seen++) {
    const next = open.pop()
    if (next === undefined) break
    if (typeof next.value === 'string') readString(next.value, next, found)
    else if (Array.isArray(next.value)) {
      for (const value of next.value.slice(0, LIMITS.jsonValues)) open.push({ ...next, value })
    } else if (typeof next.value === 'object' && next.value !== null) {
      readObject(next.value, next.relation, open, found.links)
    }
  }
  return found
}

type Found = Readonly<{ links: JsonLink[]; markup: string[] }>

/** A value with its key, and the name of what it links to: `edit` of `{"edit":{"href":"/x"}}`. */
type Value = Readonly<{
  value: unknown
  key: string
  relation: string
  method?: string | undefined
}>

function rootsOf(text: string): readonly unknown[] {
  const bare = text.replace(GUARD, '')
  const whole = parse(bare)
  if (whole !== undefined) return [whole]
  if (!bare.includes('\n')) return []
  const lines = bare.split('\n', LINES).map((line) => parse(line))
  return lines.filter((line) => typeof line === 'object')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A body that is no JSON, or was cut, has no values to read.
    return undefined
  }
}

function readObject(object: object, relation: string, open: Value[], links: JsonLink[]): void {
  const entries = Object.entries(object).slice(0, LIMITS.jsonValues)
  const fields = new Map<string, unknown>(entries)
  const rel = fields.get('rel')
  const method = fields.get('method')
  const named = typeof rel === 'string' ? rel : relation
  for (const [key, value] of entries) {
    if (key.startsWith('/') && isAddress(key)) links.push({ reference: concreteRoute(key) })
    const next = PLAIN_KEYS.has(key) ? named : key
    open.push({
      value,
      key,
      relation: next,
      method: typeof method === 'string' && PLAIN_KEYS.has(key) ? method : undefined,
    })
  }
  links.push(...fileOf(fields))
}

function readString(text: string, { key, relation, method }: Value, found: Found): void {
  if (text.length > LIMITS.scriptBytes) return
  if (text.includes('<')) {
    if (MARKUP.test(text)) found.markup.push(text)
    return
  }
  const reference = text.includes('{') ? text.replaceAll(OPTIONAL_PART, '') : text
  if (!isAddress(reference) && !(isKeyed(key, reference) && RELATIVE.test(reference))) return
  // A relation is a noun, as in `order`; what deletes or logs out says so all the same.
  const about = relation === '' ? {} : { text: `${relation} details` }
  found.links.push({ reference: concreteRoute(reference), ...about, method })
}

const isAddress = (text: string): boolean =>
  text.length <= LIMITS.urlLength && /[a-z]/i.test(text) && looksLikeUrl(text)

const isKeyed = (key: string, text: string): boolean =>
  /[a-z]/i.test(text) && (LINK_KEY.test(key) || (text.includes('/') && PATH_KEY.test(key)))

/** A row of a listing as nginx writes it. */
function fileOf(fields: ReadonlyMap<string, unknown>): readonly JsonLink[] {
  const name = fields.get('name')
  const type = fields.get('type')
  if (typeof name !== 'string' || (type !== 'file' && type !== 'directory')) return []
  return [{ reference: `./${encodeURIComponent(name)}${type === 'directory' ? '/' : ''}` }]
}
