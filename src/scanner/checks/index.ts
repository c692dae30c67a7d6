import type { Check } from './check.ts'

/** Every check the scanner runs, in report order. test/checks/registry.test.ts holds this to the folder. */
export const CHECKS: readonly Check[] = []
