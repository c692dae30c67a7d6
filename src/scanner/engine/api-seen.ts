import { LIMITS } from '../../limits.ts'
import { nameOfOperation, type ApiDescription, type ApiOperation } from '../api-spec/operation.ts'
import type { Point } from './unit.ts'

/** A description that was given or found. `reason`: why nothing of it is used; null when it is. */
export type Described = Readonly<{
  /** Null: given with the start of the scan. */
  url: string | null
  reason: string | null
  description: ApiDescription
}>

/** What became of the first request of an operation. `status` null: it was not answered. */
export type Visit = Readonly<{ operation: string; status: number | null; reason: string | null }>

export type ApiSeen = Readonly<{
  described: readonly Described[]
  visits: readonly Visit[]
  /** Requests by operation. */
  sent: Readonly<Record<string, number>>
}>

const NOTHING: ApiDescription = { operations: [], skipped: [] }

/** What a unit notes of an API. Bounded: a hostile site may serve a description at every address. */
export class ApiNotes {
  readonly #described: Described[] = []
  readonly #visits: Visit[] = []
  readonly #sent = new Map<string, number>()
  #chars = 0

  found(url: string, description: ApiDescription): void {
    const chars = JSON.stringify(description).length
    if (this.#chars + chars > LIMITS.apiNotesChars) return this.unusable(url, 'too many were found')
    this.#chars += chars
    this.#described.push({ url, reason: null, description })
  }

  unusable(url: string, reason: string): void {
    this.#described.push({ url, reason, description: NOTHING })
  }

  visited(operation: ApiOperation, status: number | null, reason: string | null): void {
    const name = nameOfOperation(operation)
    this.#visits.push({ operation: name, status, reason })
    if (status !== null) this.#count(name, 1)
  }

  sent({ operation }: Point, requests: number): void {
    if (operation !== undefined) this.#count(operation, requests)
  }

  seen(): ApiSeen {
    return {
      described: this.#described,
      visits: this.#visits,
      sent: Object.fromEntries(this.#sent),
    }
  }

  #count(name: string, requests: number): void {
    this.#sent.set(name, (this.#sent.get(name) ?? 0) + requests)
  }
}
