/** Reads RFC 4180: the cells of each record. Throws where the text breaks its rules. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = []
  let record: string[] = []
  // A cell in quotes or without, and what ends it.
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (found === null) throw new Error(`No cell at ${at}: ${text.slice(at, at + 40)}`)
    const [, quoted, plain = '', end] = found
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    records.push(record)
    record = []
  }
  return records
}
