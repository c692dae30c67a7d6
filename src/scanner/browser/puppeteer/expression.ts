import type { Json, PageScript } from '../page.ts'

/** A call of the script as text: `globalThis` is the page's window, the arguments are its own JSON. */
export const expressionOf = <A extends readonly Json[]>(script: PageScript<A>, args: A): string =>
  `(${String(script)})(globalThis, ...${JSON.stringify(args)})`
