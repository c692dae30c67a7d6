import { createHash } from 'node:crypto'

/**
 * A number of a check that never changes, made of its id, so that there is no table to keep: formats
 * that want numbers get one without a choice of ours. A test holds all checks apart.
 */
export const ruleNumber = (checkId: string, below: number): number =>
  createHash('sha256').update(checkId).digest().readUIntBE(0, 6) % below
