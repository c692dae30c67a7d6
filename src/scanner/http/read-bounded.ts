export type BoundedBytes = Readonly<{ bytes: Uint8Array<ArrayBuffer>; truncated: boolean }>

/**
 * Reads at most `maxBytes` decoded bytes, then cancels the stream; what follows is never read. With 0
 * it waits for none.
 */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<BoundedBytes> {
  if (body === null) return { bytes: new Uint8Array(), truncated: false }
  if (maxBytes === 0) {
    await body.cancel()
    return { bytes: new Uint8Array(), truncated: true }
  }
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  while (length <= maxBytes) {
    const { done, value } = await reader.read()
    if (done) return { bytes: join(chunks, length), truncated: false }
    chunks.push(value)
    length += value.byteLength
  }
  await reader.cancel()
  return { bytes: join(chunks, maxBytes), truncated: true }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, length - at), at)
    at += Math.min(chunk.byteLength, length - at)
  }
  return bytes
}
