import type { IncomingMessage } from 'node:http'
import type { Received } from './app.ts'
import { parseMultipart } from './multipart.ts'

const BODY_BYTES = 1024 * 1024

/** Reads a message to its end. `origin` is the app's own. */
export async function receive(message: IncomingMessage, origin: string): Promise<Received> {
  const raw = message.url ?? '/'
  const [path = '/'] = raw.split('?')
  const body = await readBody(message)
  const type = message.headers['content-type'] ?? ''
  return {
    method: message.method === 'HEAD' ? 'GET' : (message.method ?? 'GET'),
    path,
    query: new URLSearchParams(raw.slice(path.length)),
    headers: message.headers,
    cookies: parseCookies(message.headers.cookie ?? ''),
    form: new URLSearchParams(type.startsWith('application/x-www-form-urlencoded') ? body : ''),
    parts: parseMultipart(body, type),
    json: type.startsWith('application/json') ? parseJson(body) : undefined,
    body,
    origin,
  }
}

async function readBody(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of message) {
    const chunk: Buffer = Buffer.from(part)
    size += chunk.length
    if (size > BODY_BYTES) throw new Error('body too large')
    parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}

const parseCookies = (header: string): ReadonlyMap<string, string> =>
  new Map(
    header.split(';').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
    }),
  )

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
