import type { PageLook } from '../scanner/crawl/look.ts'
import type { CrawlEntry } from '../scanner/engine/unit.ts'

// Parts of all results of a scan, read without the rest of them.

/** The looks of all pages. */
export function readLooks(sql: SqlStorage): PageLook[] {
  const all = `SELECT v ->> '$.looks' AS v FROM results ORDER BY unit_id`
  const rows = sql.exec<{ v: string }>(`SELECT v FROM (${all}) WHERE v NOT NULL`).toArray()
  // oxlint-disable-next-line no-unsafe-type-assertion -- a part of what ScanStore.addResult wrote
  return rows.flatMap((row) => JSON.parse(row.v) as PageLook[])
}

/** What all pages name, each URL once: many name the same, and all of it would fill the memory. */
export function readDiscovered(sql: SqlStorage): CrawlEntry[] {
  const first = `MIN(printf('%06d %s', e.value ->> 'depth', e.value ->> 'source'))`
  const query = `SELECT e.value ->> 'url' AS url, ${first} AS first
    FROM results, json_each(results.v, '$.discovered') AS e GROUP BY 1`
  return sql
    .exec<{ url: string; first: string }>(query)
    .toArray()
    .map((row) => ({
      url: row.url,
      depth: Number(row.first.slice(0, 6)),
      source: row.first.slice(7),
    }))
}
