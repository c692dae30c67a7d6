import { drizzle } from 'drizzle-orm/d1'

import * as schema from './schema.ts'

export const openDatabase = (d1: D1Database) => drizzle(d1, { schema })
export type Database = ReturnType<typeof openDatabase>

/**
 * A session that reads from whichever copy is nearest; a new one for each request. What was written
 * a moment ago may be missing: who cannot do without asks the primary then.
 */
export function openReplica(d1: D1Database): Database {
  const session: Pick<D1Database, 'prepare' | 'batch'> = d1.withSession('first-unconstrained')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle asks a client for `prepare` and `batch` only
  return openDatabase(session as D1Database)
}
