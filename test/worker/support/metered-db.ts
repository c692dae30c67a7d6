/** A database that tells how many rows each statement of its batches read. */
export function meteredDb(d1: D1Database, read: (rows: number) => void): D1Database {
  return new Proxy(d1, {
    get(target, name) {
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements)
          for (const { meta } of results) read(meta.rows_read)
          return results
        }
      }
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
