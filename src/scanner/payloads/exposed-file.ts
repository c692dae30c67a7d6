/** What a kind of file looks like: only its first 4 kB are read. */
export type FileFormat = Readonly<{
  /** For sentences: what was found. */
  what: string
  marker: RegExp
}>

/** Names to look for in a folder, and what proves that one of them is there. */
export type FileKind = Readonly<{ names: readonly string[]; formats: readonly FileFormat[] }>
