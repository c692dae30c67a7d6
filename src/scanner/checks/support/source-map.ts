import type { Exchange } from '../../http/exchange.ts'

/** A file whose text the map holds, and how many there are. */
export type SourceMap = Readonly<{ source: string; count: number }>

const INLINE = 'sourceMappingURL=data:application/json'
/** The comment stands in the last lines (ECMA-426, 11.1.2). */
const TAIL_CHARS = 4096
const COMMENT = /(?:\/\/|\/\*)[#@] ?sourceMappingURL=([^\s'"*]{1,2000})/g
/** Code of others, which is public anyhow. */
const FOREIGN = /(?:^|\/)(?:node_modules|bower_components|webpack\/(?:bootstrap|runtime))(?:\/|$)/
const LIST_CHARS = 4096

/** Where a script or style says its map is: the header wins over the last comment. */
export function referenceIn({ response }: Exchange): string | null {
  const header = response.headers.get('sourcemap') ?? response.headers.get('x-sourcemap')
  if (header !== null) return header
  const last = [...response.body.slice(-TAIL_CHARS).matchAll(COMMENT)].at(-1)
  return last?.[1] ?? null
}

/** The map that stands in the file itself. */
export function inlineMapIn({ response: { body } }: Exchange): SourceMap | null {
  const at = body.lastIndexOf(INLINE)
  const found = at === -1 ? '' : body.slice(at + INLINE.length)
  const [, data = ''] = /^[^,\s]{0,40};base64,([\w+/=]+)/.exec(found) ?? []
  try {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
    return wholeMap(new TextDecoder().decode(bytes))
  } catch {
    // No base64: any text may stand in a comment.
    return null
  }
}

/** The map that an answer is, if it holds the text of a file that is not from elsewhere. */
export function sourceMapIn({ response: { body, truncated } }: Exchange): SourceMap | null {
  // Maps may begin with a line that stops them from being run as a script.
  const text = body.replace(/^\)\]\}'?[^\n]*\n/, '')
  return truncated ? cutMap(text) : wholeMap(text)
}

function wholeMap(text: string): SourceMap | null {
  const map = parsed(text)
  if (map.get('version') !== 3) return null
  const contents = listOf(map.get('sourcesContent'))
  const own = listOf(map.get('sources')).filter(
    (source, at): source is string =>
      typeof source === 'string' && isOwn(source) && isText(contents[at]),
  )
  return own[0] === undefined ? null : { source: own[0], count: own.length }
}

/** A map that is too long to be read whole: the parts that its start shows. */
function cutMap(text: string): SourceMap | null {
  if (!/"version"\s{0,9}:\s{0,9}3\b/.test(text)) return null
  if (!/"sourcesContent"\s{0,9}:\s{0,9}\[\s{0,9}"/.test(text)) return null
  const at = text.search(/"sources"\s{0,9}:\s{0,9}\[/)
  const list =
    at === -1 ? '' : text.slice(at + '"sources"'.length, at + LIST_CHARS).split(']', 1)[0]
  const own = [...(list ?? '').matchAll(/"([^"\\]{1,500})"/g)]
    .map(([, source = '']) => source)
    .filter(isOwn)
  return own[0] === undefined ? null : { source: own[0], count: own.length }
}

const isOwn = (source: string): boolean => source !== '' && !FOREIGN.test(source)
const isText = (content: unknown): boolean => typeof content === 'string' && content.trim() !== ''
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function parsed(text: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return new Map(Object.entries(value ?? {}))
  } catch {
    // Any text may stand there; it is no map.
    return new Map()
  }
}
