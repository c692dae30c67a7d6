import { connect } from 'node:net'
import { ask, type Answer } from './e2e-http.ts'

export type Body =
  | Readonly<{ form: Readonly<Record<string, string>> }>
  | Readonly<{ multipart: Readonly<Record<string, string>> }>
  | Readonly<{ json: unknown }>
  | Readonly<{ text: string; type: string }>
export type Request = Readonly<{
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: Body
}>
type App = Readonly<{ url: string }>

const BOUNDARY = 'range-boundary'

function write(body: Body): Readonly<{ type: string; text: string }> {
  if ('form' in body) {
    const text = new URLSearchParams(body.form).toString()
    return { type: 'application/x-www-form-urlencoded', text }
  }
  if ('json' in body) return { type: 'application/json', text: JSON.stringify(body.json) }
  if ('text' in body) return body
  const parts = Object.entries(body.multipart).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    text: `${parts.join('')}--${BOUNDARY}--\r\n`,
  }
}

/** One request to a range app; POST where it has a body and names no method. */
export function request(app: App, path: string, options: Request = {}): Promise<Answer> {
  const body = options.body === undefined ? null : write(options.body)
  return ask(app.url + path.slice(1), {
    method: options.method ?? (body === null ? 'GET' : 'POST'),
    headers: { ...options.headers, ...(body === null ? {} : { 'content-type': body.type }) },
    ...(body === null ? {} : { body: body.text }),
  })
}

export type RawAnswer = Readonly<{ status: number; lines: readonly string[]; body: string }>

/** What comes over the wire, read as browsers do: a line of the head ends with LF, CR or not. */
export async function rawRequest(
  app: App,
  path: string,
  options: Request = {},
): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(app.url)
  const body = options.body === undefined ? null : write(options.body)
  const head = [
    `${options.method ?? (body === null ? 'GET' : 'POST')} ${path} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    ...Object.entries(options.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(body === null
      ? []
      : [`content-type: ${body.type}`, `content-length: ${Buffer.byteLength(body.text)}`]),
  ]
  const text = await exchange(
    hostname,
    Number(port),
    `${head.join('\r\n')}\r\n\r\n${body?.text ?? ''}`,
  )
  const [, first = '', rest = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(text) ?? []
  const [status = '', ...lines] = first.split(/\r?\n/)
  return { status: Number(status.split(' ')[1]), lines, body: rest }
}

const exchange = (host: string, port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect(port, host, () => socket.write(bytes))
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.once('error', reject)
    socket.once('end', () => {
      socket.end()
      resolve(Buffer.concat(parts).toString('utf8'))
    })
  })

/** Every path that links lead to from `/`, forms name and scripts ask for. */
export async function reachable(app: App): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const named = new Set<string>()
  const queue = ['/']
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path) || /logout|delete|close/.test(path)) continue
    seen.add(path)
    const { body, headers } = await request(app, path)
    const next = [headers.location ?? '', ...linksIn(body)]
      .filter((link) => URL.canParse(link, app.url))
      .map((link) => new URL(link, app.url))
      .filter(({ origin }) => `${origin}/` === app.url)
    queue.push(...next.map(({ pathname, search }) => pathname + search))
    for (const [, place = ''] of body.matchAll(/(?:<form action=|fetch\()["'](\/[^"']*)/g)) {
      named.add(place.split('?')[0] ?? place)
    }
  }
  return new Set([...named, ...[...seen].map((path) => path.split('?')[0] ?? path)])
}

const linksIn = (body: string): readonly string[] =>
  [...body.matchAll(/<(?:a|script|img|link)[^>]{0,200}? (?:href|src)="([^"]*)"/g)].map(
    ([, link = '']) => link.replaceAll('&amp;', '&'),
  )
