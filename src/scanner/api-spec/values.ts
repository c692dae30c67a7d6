/** An object of a parsed document; what is in it is checked where it is read. */
export type Tree = Readonly<Record<string, unknown>>

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of its own: a document may name one `constructor`. */
export const memberOf = (value: unknown, key: string): unknown =>
  isTree(value) && Object.hasOwn(value, key) ? value[key] : undefined

export const treeOf = (value: unknown): Tree => (isTree(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
