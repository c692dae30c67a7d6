import { decodeContent, type Decoded } from './h1/decode.ts'

/** Files of text that are packed themselves, not only on their way; archives stay as they are. */
const PACKED_TEXT = /\.(?:xml|txt)\.gz$/i
/** The first bytes of gzip (RFC 1952). */
const MAGIC = [0x1f, 0x8b] as const

export const isPackedText = ({ pathname }: URL): boolean =>
  pathname.endsWith('z') && PACKED_TEXT.test(pathname)

/**
 * What such a file holds, at most `maxBytes` of it. One that only looks packed stays as it is.
 */
export async function unpackedFile(body: Decoded, maxBytes: number): Promise<Decoded> {
  const { bytes, truncated } = body
  if (!MAGIC.every((byte, at) => bytes[at] === byte)) return body
  try {
    return await decodeContent(bytes, ['gzip'], { maxBytes, cut: truncated })
  } catch {
    // The name and two bytes were chance: such a file is none of ours to judge.
    return body
  }
}
