import type { Check } from './check.ts'
import { CHECKS } from './index.ts'

const BY_ID: ReadonlyMap<string, Check> = new Map(CHECKS.map((check) => [check.meta.id, check]))

export const checkById = (id: string): Check | undefined => BY_ID.get(id)
