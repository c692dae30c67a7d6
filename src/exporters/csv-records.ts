/** RFC 4180 without a guard against formulas: what we write for ourselves and read again. */
export const recordOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** A record and where the next one begins, or null when its end is not there yet. */
type Read = Readonly<{ cells: readonly string[]; next: number }> | null

/** The records of a text that comes in pieces; holds one record and one piece at a time. */
export async function* readRecords(
  pieces: AsyncIterable<string>,
): AsyncGenerator<readonly string[]> {
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece
    let at = 0
    for (let read = readRecord(text, at); read !== null; read = readRecord(text, at)) {
      yield read.cells
      at = read.next
    }
    rest = text.slice(at)
  }
  if (rest !== '') throw new Error('The records break off')
}

function readRecord(text: string, start: number): Read {
  const cells: string[] = []
  for (let at = start; ;) {
    const end = endOfCell(text, at)
    // Two more characters tell how the cell ends.
    if (end === null || end + 1 >= text.length) return null
    cells.push(cellOf(text, at, end))
    if (text[end] === ',') at = end + 1
    else if (text.startsWith('\r\n', end)) return { cells, next: end + 2 }
    else throw new Error(`No end of a cell at ${end}`)
  }
}

/** The place after a cell; null when the text ends before it does. */
function endOfCell(text: string, start: number): number | null {
  if (text[start] !== '"') return endOfPlain(text, start)
  let at = text.indexOf('"', start + 1)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? null : at + 1
}

function endOfPlain(text: string, start: number): number | null {
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (char === ',' || char === '\r') return at
  }
  return null
}

const cellOf = (text: string, start: number, end: number): string =>
  text[start] === '"'
    ? text.slice(start + 1, end - 1).replaceAll('""', '"')
    : text.slice(start, end)
