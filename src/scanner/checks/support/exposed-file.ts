import type { Exchange, HttpRequest } from '../../http/exchange.ts'
import { percentDecode } from '../../http/percent.ts'
import type { FileFormat, FileKind } from '../../payloads/exposed-file.ts'
import type { PageContext, Sighting } from '../check.ts'
import { mediaType } from './content.ts'

type Marked = Readonly<{ format: FileFormat; match: string }>

/** What is asked for, and read: markers stand at the start, and dumps may be large. */
const READ_CHARS = 4096
/** More are not worth hiding one by one; the stored answer is bounded as well. */
const MOST_SECRETS = 200
const ASSIGNMENT =
  /(?:pass(?:word|wd)?|pwd|secret|token|key|credential|salt)\w{0,30}["']?\s{0,3}[=:,]\s{0,3}["']?([^\s"'#<>]{4,400})/gi
const KEY_LINE = /(?<![\w+/])[A-Za-z0-9+/=]{30,100}(?![\w+/])/g
const HASH = /^[\w.@-]{1,64}:([$\w{}./+=-]{13,200})\s*$/gm
const IN_URL = /:\/\/[^:@\s/]{0,100}:([^@\s/]{4,200})@/g

/**
 * Looks for the files of one kind in a folder. A file counts when it has the format and is no page,
 * a made-up name beside it is missing, and then a second time.
 */
export async function* findFiles(
  { names, formats }: FileKind,
  { page, send, looksMissing }: Pick<PageContext, 'page' | 'send' | 'looksMissing'>,
): AsyncIterable<Sighting> {
  for (const name of names) {
    const request = requestFor(new URL(name, page.url))
    const exchange = await send(request)
    const marked = markedBy(exchange, formats)
    if (marked === null || (await looksMissing(exchange))) continue
    const again = markedBy(await send(request), formats) !== null
    const path = percentDecode(exchange.request.url.pathname)
    yield {
      confidence: again ? 'confirmed' : 'likely',
      reason: again
        ? 'The content has the format, twice; a made-up name beside it does not exist.'
        : 'A made-up name beside it does not exist, but the second answer differed.',
      location: 'path',
      secrets: secretsIn(exchange.response.body),
      evidence: {
        exchange,
        match: marked.match,
        note: `\`${path}\` answers with ${marked.format.what}.`,
      },
    }
  }
}

/** Requests a folder without any of the files costs, and one with all of them. */
export const requestsFor = ({ names }: FileKind): number => names.length * 2

export const probesFor = ({ names }: FileKind): readonly string[] =>
  names.map((name) => `GET {folder}${name}`)

const requestFor = (url: URL): HttpRequest => ({
  method: 'GET',
  url,
  headers: new Headers({ range: `bytes=0-${READ_CHARS - 1}` }),
})

function markedBy({ response }: Exchange, formats: readonly FileFormat[]): Marked | null {
  if (response.status !== 200 && response.status !== 206) return null
  if (mediaType(response) === 'text/html') return null
  const head = response.body.slice(0, READ_CHARS)
  for (const format of formats) {
    const match = format.marker.exec(head)?.[0].trim()
    if (match !== undefined) return { format, match }
  }
  return null
}

/** Passwords, tokens, hashes and the lines of keys: what a report must not pass on. */
export function secretsIn(body: string): readonly string[] {
  const head = body.slice(0, READ_CHARS * 4)
  const named = [ASSIGNMENT, HASH, IN_URL].flatMap((pattern) =>
    [...head.matchAll(pattern)].map(([, secret]) => secret ?? ''),
  )
  const lines = [...head.matchAll(KEY_LINE)].map(([line]) => line)
  return [...new Set([...named, ...lines])].slice(0, MOST_SECRETS)
}
