/** As little of a window as the script below needs. */
type Timed = Readonly<{
  performance: Readonly<{ getEntriesByType(type: string): readonly Entry[] }>
  PerformanceObserver: (new (listener: () => void) => Observer) &
    Readonly<{ supportedEntryTypes: readonly string[] }>
}>
type Entry = Readonly<Record<string, unknown>>
type Observer = Readonly<{
  observe(options: Readonly<{ type: string; buffered: boolean }>): void
  takeRecords(): readonly Entry[]
  disconnect(): void
}>

/** What the browser noted of the load, as plain rows by type of entry; bounded. */
export function readTimings(window: Timed): Readonly<Record<string, readonly Entry[]>> {
  const most = 500
  const fields = [
    'name',
    'startTime',
    'duration',
    'value',
    'hadRecentInput',
    'requestStart',
    'responseStart',
    'nextHopProtocol',
  ]
  const plain = (entry: Entry): Entry => {
    const row: Record<string, unknown> = {}
    for (const field of fields) if (entry[field] !== undefined) row[field] = entry[field]
    return row
  }
  const buffered = (type: string): readonly Entry[] => {
    if (!window.PerformanceObserver.supportedEntryTypes.includes(type)) return []
    const observer = new window.PerformanceObserver(() => undefined)
    observer.observe({ type, buffered: true })
    const entries = observer.takeRecords()
    observer.disconnect()
    return entries
  }
  const rows: Record<string, readonly Entry[]> = {}
  for (const type of ['navigation', 'resource', 'paint']) {
    rows[type] = window.performance.getEntriesByType(type).slice(0, most).map(plain)
  }
  for (const type of ['largest-contentful-paint', 'layout-shift', 'longtask']) {
    rows[type] = buffered(type).slice(0, most).map(plain)
  }
  return rows
}
