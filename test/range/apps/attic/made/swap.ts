const PAGE = 4096

/**
 * What Vim leaves when it is killed: block 0 with the name of the file, a pointer block, and a
 * data block with the lines from its end backwards (memline.c).
 */
export const vimSwap = (path: string, text: string): Buffer =>
  Buffer.concat([blockZero(path), pointerBlock(), dataBlock(text.split('\n'))])

function blockZero(path: string): Buffer {
  const block = Buffer.alloc(PAGE)
  block.write('b0VIM 8.2')
  block.writeUInt32LE(PAGE, 12)
  block.writeUInt32LE(41_237, 24)
  block.write('anna', 28)
  block.write('loft-web-1', 68)
  block.write(path, 108)
  block.write('utf-8', PAGE - 400)
  return block
}

function pointerBlock(): Buffer {
  const block = Buffer.alloc(PAGE)
  block.write('tp')
  block.writeUInt16LE(1, 2)
  block.writeUInt16LE(127, 4)
  return block
}

function dataBlock(lines: readonly string[]): Buffer {
  const block = Buffer.alloc(PAGE)
  block.write('ad')
  block.writeUInt32LE(PAGE, 12)
  block.writeUInt32LE(lines.length, 16)
  let end = PAGE
  for (const [index, line] of lines.entries()) {
    const bytes = Buffer.from(`${line}\0`)
    end -= bytes.length
    bytes.copy(block, end)
    block.writeUInt32LE(end, 20 + index * 4)
  }
  return block
}
