/** A change that makes no difference to what a check reports, and why that is so. */
export type Equivalent = Readonly<{ file: string; says: string; why: string }>

export const EQUIVALENT: readonly Equivalent[] = []
