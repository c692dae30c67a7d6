import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Scans whose rows are gone and whose files are still to go; the same conventions as in schema.ts. */
export const deletions = sqliteTable(
  'deletions',
  {
    accountId: text('account_id').notNull(),
    scanId: text('scan_id').notNull(),
    askedAt: integer('asked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.scanId] }), index('deletions_age').on(t.askedAt)],
)
