/** The library, loaded when a document is asked for; all of this folder is given it. */
export type Lib = typeof import('docx')

/** Twentieths of a point: A4 with margins of 2 cm. */
export const PAGE = { width: 11_906, height: 16_838, margin: 1_134 } as const
export const WIDTH = PAGE.width - 2 * PAGE.margin

/** Half points, as Word counts the size of letters. */
export const SIZES = { text: 20, lead: 22, small: 17, table: 17, code: 15, label: 19 } as const
export const FONTS = { text: 'Calibri', code: 'Consolas' } as const

/** Names of bookmarks hold letters, digits and underscores only. */
export const bookmarkName = (anchor: string): string => `a_${anchor.replaceAll(/[^a-z0-9]/gi, '_')}`
