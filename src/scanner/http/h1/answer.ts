import { framingOf, readBody } from './body.ts'
import type { ByteReader } from './bytes.ts'
import { listOf, readHead, type Head, type HeaderLine } from './head.ts'

export type RawAnswer = Readonly<{
  status: number
  lines: readonly HeaderLine[]
  /** As sent: content encodings are not undone. */
  body: Uint8Array<ArrayBuffer>
  truncated: boolean
  /** True when the connection can carry another request. */
  canReuse: boolean
}>
export type AnswerBounds = Readonly<{ maxHeaderBytes: number; maxBodyBytes: number }>

/**
 * One answer to one request (RFC 9112). `onHead` is called when its head has been read. Throws
 * MalformedAnswer, BrokenOff, and TooLongError for a head beyond its bound.
 */
export async function readAnswer(
  reader: ByteReader,
  method: string,
  { maxHeaderBytes, maxBodyBytes }: AnswerBounds,
  onHead: () => void = () => undefined,
): Promise<RawAnswer> {
  const head = await readHead(reader, maxHeaderBytes)
  onHead()
  const { bytes, truncated, isWhole } = await readBody(
    reader,
    framingOf(method, head),
    maxBodyBytes,
  )
  const { status, lines } = head
  // Bytes beyond the end belong to no request of ours.
  const canReuse = isWhole && isPersistent(head) && !reader.hasRest
  return { status, lines, body: bytes, truncated, canReuse }
}

/** RFC 9112, 9.3; an answer with both framings may be a trick of somebody in between (6.3). */
function isPersistent({ minor, status, lines }: Head): boolean {
  const wishes = listOf(lines, 'connection')
  const names = new Set(lines.map(([name]) => name.toLowerCase()))
  if (status === 101 || (names.has('transfer-encoding') && names.has('content-length'))) {
    return false
  }
  return minor === 1 ? !wishes.includes('close') : wishes.includes('keep-alive')
}
