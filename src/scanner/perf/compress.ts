/** How many bytes a text has as gzip, at the platform's usual level. */
export async function gzipSize(text: string): Promise<number> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  let size = 0
  for await (const piece of stream) size += piece.byteLength
  return size
}
