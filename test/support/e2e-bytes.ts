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
