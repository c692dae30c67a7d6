import { stoppedBy } from './exchange.ts'
import { joinBytes } from './h1/bytes.ts'
import type { Address, Dial } from './h1/connection.ts'

/** More than any answer to a hello; a server that sends on is not listened to. */
const MOST_BYTES = 64 * 1024

/**
 * A conversation of two turns over a plain connection: `bytes` go out, and what comes back is given
 * when `isDone` says so, at the end, at a reset, or at a bound. Throws what `dial` throws.
 */
export async function talkOver(
  dial: Dial,
  address: Address,
  turn: Readonly<{
    bytes: Uint8Array
    isDone: (got: Uint8Array) => boolean
    signal: AbortSignal
  }>,
): Promise<Uint8Array> {
  const connection = await dial(address, turn.signal)
  const stop = connection.close
  turn.signal.addEventListener('abort', stop)
  try {
    // Who closes at once may have said why before.
    await connection.write(turn.bytes).catch(() => undefined)
    let got: Uint8Array = new Uint8Array()
    while (got.length < MOST_BYTES) {
      const piece = await connection.read().catch(() => null)
      if (piece === null) break
      got = joinBytes([got, piece])
      if (turn.isDone(got)) break
    }
    if (turn.signal.aborted) throw stoppedBy(turn.signal)
    return got
  } finally {
    turn.signal.removeEventListener('abort', stop)
    stop()
  }
}
