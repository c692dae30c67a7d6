import type { LedgerRow } from './ledger.ts'

export type Capped = Readonly<{ id: string; cap: number }>

/** The most scans of these rows that ran at one moment; a row's slot is given back after its end. */
export function mostTogether(rows: readonly LedgerRow[]): number {
  const edges = rows.flatMap(({ started_at: from, completed_at: to }): [number, number][] => [
    [from, 1],
    [to ?? Infinity, -1],
  ])
  let open = 0
  let most = 0
  for (const [, change] of edges.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    open += change
    most = Math.max(most, open)
  }
  return most
}

/** From begin and end of every scan: the cap held at every moment, between two looks too. */
export function overCap(
  rows: readonly LedgerRow[],
  caps: ReadonlyMap<string, number>,
): readonly string[] {
  const byAccount = Map.groupBy(rows, ({ account_id: id }) => id)
  return [...byAccount].flatMap(([id, own]) => {
    const [most, cap] = [mostTogether(own), caps.get(id) ?? 0]
    return most > cap ? [`account ${id} ran ${most} scans of ${cap} at once`] : []
  })
}
