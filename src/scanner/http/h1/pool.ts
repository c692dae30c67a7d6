import { ByteReader } from './bytes.ts'
import type { Address, Connection, Dial } from './connection.ts'

/** A connection with its reader; bytes that were read stay with it. */
export type Line = Readonly<{ connection: Connection; reader: ByteReader; isReused: boolean }>
type Idle = Readonly<{ line: Line; until: number }>

/** Node ends idle connections after 5 s, nginx after 60 s: we must be sooner than both. */
const IDLE_MS = 3500
const IDLE_PER_HOST = 20

/** Connections that wait for another request, by where they lead to. */
export class Pool {
  readonly #idle = new Map<string, Idle[]>()
  readonly #dial: Dial
  readonly #now: () => number

  constructor(dial: Dial, now: () => number) {
    this.#dial = dial
    this.#now = now
  }

  /** One that waits, the latest first, or a fresh one. */
  async take(address: Address, signal: AbortSignal, mayReuse: boolean): Promise<Line> {
    const waiting = this.#idle.get(keyOf(address)) ?? []
    for (let idle = mayReuse ? waiting.pop() : undefined; idle; idle = waiting.pop()) {
      if (this.#now() < idle.until) return { ...idle.line, isReused: true }
      idle.line.connection.close()
    }
    const connection = await this.#dial(address, signal)
    const reader = new ByteReader(connection.read)
    return { connection, reader, isReused: false }
  }

  giveBack(address: Address, line: Line): void {
    const key = keyOf(address)
    const waiting = this.#idle.get(key) ?? []
    this.#idle.set(key, waiting)
    waiting.push({ line, until: this.#now() + IDLE_MS })
    if (waiting.length > IDLE_PER_HOST) waiting.shift()?.line.connection.close()
  }

  close(): void {
    for (const { line } of [...this.#idle.values()].flat()) line.connection.close()
    this.#idle.clear()
  }
}

const keyOf = ({ hosts, port, tls }: Address): string =>
  `${tls?.name ?? ''} ${hosts.join(' ')} ${port}`
