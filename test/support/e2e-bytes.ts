export type ByteAnswer = Readonly<{
  status: number
  type: string
  headers: Headers
  bytes: Buffer
  text: string
}>

/** One GET whose body may be anything; redirects are not followed. */
export async function askBytes(url: string): Promise<ByteAnswer> {
  const response = await fetch(url, { redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    headers: response.headers,
    bytes,
    text: bytes.toString('utf8'),
  }
}

/** Every address of the site that links, sources and fields of forms lead to, with its status. */
export async function walkSite(url: string): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  const queue = ['/']
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path) || /logout|delete/.test(path)) continue
    const answer = await askBytes(new URL(path, url).href)
    seen.set(path, answer.status)
    if (!answer.type.startsWith('text/html')) continue
    for (const [, reference = ''] of answer.text.matchAll(/(?:href|src|action)="([^"#]*)"/gi)) {
      const target = URL.parse(reference.replaceAll('&amp;', '&'), new URL(path, url).href)
      if (target?.origin === new URL(url).origin) queue.push(target.pathname + target.search)
    }
  }
  return seen
}
