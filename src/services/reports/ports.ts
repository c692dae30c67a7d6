import type { OrderState } from '../../db/export-store.ts'
import type { ExportOptions } from '../../exporters/exporter.ts'
import type { LargeName } from '../../exporters/registry.ts'

/** Files that were made of reports; `key` names one, `keyOf` makes it. */
export type ExportStore = Readonly<{
  keyOf(accountId: string, folder: string, name: string): string
  get(key: string): Promise<ReadableStream<Uint8Array> | null>
  has(key: string): Promise<boolean>
  put(key: string, bytes: Uint8Array): Promise<void>
  state(key: string): Promise<OrderState | null>
  setState(key: string, state: OrderState): Promise<void>
  delete(key: string): Promise<void>
  erase(accountId: string, folder: string): Promise<void>
}>

/** What the exports queue carries: which file to make of what, and the key to leave it under. */
export type ExportOrder = Readonly<{
  v: 1
  key: string
  account_id: string
  /** One, but for a combined report. */
  scan_ids: readonly string[]
  format: LargeName
  options: Pick<ExportOptions, 'docsUrl'>
}>

export type ExportQueue = Readonly<{ send(order: ExportOrder): Promise<void> }>
