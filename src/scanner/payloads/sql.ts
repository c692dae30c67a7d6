export type SqlBreaker = Readonly<{
  /** For sentences: what is put behind the value. */
  name: string
  /** Makes a statement invalid that the value stands in, in the right kind of place. */
  breaks: string
  /** Differs as little as possible and is valid in the same place. */
  heals: string
  /** What stands there: a value, or the name of a column or a direction of sorting. */
  of: 'value' | 'name'
}>

/**
 * `{value}` is the recorded value: made fresh where it is a value, left alone where it is a name, and
 * then `{mark}` is a comment with a nonce, which only an SQL parser reads as nothing.
 */
export const SQL_BREAKERS: readonly SqlBreaker[] = [
  { name: 'a single quote', breaks: "{value}'", heals: "{value}''", of: 'value' },
  { name: 'a double quote', breaks: '{value}"', heals: '{value}""', of: 'value' },
  { name: 'a bracket', breaks: '{value})', heals: '({value})', of: 'value' },
  { name: 'a backslash', breaks: '{value}\\', heals: '{value}\\\\', of: 'value' },
  { name: 'a quote', breaks: "{value}'{mark}", heals: '{value}{mark}', of: 'name' },
]
