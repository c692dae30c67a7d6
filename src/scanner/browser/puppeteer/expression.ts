import type { Json, PageScript } from '../page.ts'

/**
 * A call of the script as text: `globalThis` is the page's window, the arguments are its own JSON.
 * Bundlers that keep names wrap functions in a `__name` of theirs, which the page does not have.
 */
export const expressionOf = <A extends readonly Json[]>(script: PageScript<A>, args: A): string =>
  `((__name) => (${String(script)})(globalThis, ...${JSON.stringify(args)}))((named) => named)`
