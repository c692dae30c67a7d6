import type { Database } from '../db/database.ts'
import type { Deps } from './deps.ts'

/**
 * Reads from the nearest replica, and from the primary where that has nothing yet or nothing final:
 * a replica may lag behind (platform: D1 sessions).
 */
export async function replicaFirst<T>(
  deps: Pick<Deps, 'db' | 'replica'>,
  read: (db: Database) => Promise<T | null>,
  isFinal: (found: T) => boolean = () => true,
): Promise<T | null> {
  const near = await read(deps.replica())
  return near !== null && isFinal(near) ? near : read(deps.db)
}
