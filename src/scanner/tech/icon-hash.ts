const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * What an icon is told by: its length and the 32-bit FNV-1a of its UTF-16 units, as `length:hash`. Of
 * the text that the transport made of it: lossy for pictures, and the same for the same bytes.
 */
export function iconHash(body: string): string {
  let hash = FNV_OFFSET
  for (let at = 0; at < body.length; at += 1) {
    hash = Math.imul(hash ^ body.charCodeAt(at), FNV_PRIME)
  }
  return `${body.length}:${(hash >>> 0).toString(16).padStart(8, '0')}`
}
