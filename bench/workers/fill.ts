/**
 * Writes the scans `from` to below `to` of an account as copies of one that there is, inside SQLite:
 * nth second since 1973, every tenth failed, ids in no order as random ones are.
 */
export async function fillScans(
  db: D1Database,
  fill: Readonly<{ accountId: string; like: string; from: number; to: number }>,
): Promise<void> {
  const { results } = await db.prepare('SELECT name FROM pragma_table_info(?1)').bind('scans').all()
  const columns = results.map(({ name }) => String(name))
  const values = columns.map((column) => REPLACED[column] ?? `s.${column}`)
  await db
    .prepare(
      `WITH RECURSIVE counted(n) AS (SELECT ?3 UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < ?4)
       INSERT INTO scans (${columns.join(', ')})
       SELECT ${values.join(', ')} FROM counted, scans s WHERE s.id = ?2`,
    )
    .bind(fill.accountId, fill.like, fill.from, fill.to)
    .run()
}

const REPLACED: Readonly<Record<string, string>> = {
  id: `printf('%08x-%04x-4000-8000-%s', (n * 2654435761) & 4294967295, n & 65535,
       substr(replace(?1, '-', ''), -12))`,
  account_id: '?1',
  target_url: `s.target_url || 'page/' || (n % 1000)`,
  target_norm: `s.target_norm || 'page/' || (n % 1000)`,
  status: `CASE n % 10 WHEN 0 THEN 'failed' ELSE 'completed' END`,
  started_at: '100000000000 + n * 1000',
  completed_at: '100000000000 + n * 1000 + 500',
  // What lists do not show: kilobytes of findings of each scan would only fill the disk.
  packed: 'NULL',
  r2_key: 'NULL',
  badge_eligible: '0',
}
