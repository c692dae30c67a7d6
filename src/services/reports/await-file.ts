import { ApiError } from '../../errors.ts'
import { LIMITS } from '../../limits.ts'
import type { Deps } from '../deps.ts'
import type { ExportOrder } from './ports.ts'

/** The file, or word that it is still being made: the client asks again. */
export type Awaited =
  | Readonly<{ kind: 'made'; body: ReadableStream<Uint8Array> }>
  | Readonly<{ kind: 'later' }>

/** Soon at first: most files take a second. */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 1000

/**
 * The file of an order: from the store, or made by the consumer of the exports queue while this
 * waits. Throws `unavailable` or `internal_error` when it could not be made.
 */
export async function awaitFile(deps: Deps, order: ExportOrder): Promise<Awaited> {
  const { exports } = deps
  const stored = await exports.get(order.key)
  if (stored !== null) return { kind: 'made', body: stored }
  await ask(deps, order)
  return waitForFile(deps, order.key)
}

/** What somebody asked for before, by its key; null when nobody did, or it is long ago. */
export async function awaitAsked(deps: Deps, key: string): Promise<Awaited | null> {
  const stored = await deps.exports.get(key)
  if (stored !== null) return { kind: 'made', body: stored }
  const state = await deps.exports.state(key)
  if (state === null) return null
  // Nobody can send it again who knows its name only.
  if (deps.now() - state.at >= LIMITS.exportLostMs) throw failure('unavailable')
  return waitForFile(deps, key)
}

/** Sends the order unless one is under way. One that was lost is sent again, but not for ever. */
async function ask({ exports, exportQueue, now }: Deps, order: ExportOrder): Promise<void> {
  const state = await exports.state(order.key)
  const age = state === null ? 0 : now() - state.at
  if (state?.kind === 'failed' && age < LIMITS.exportRetryMs) throw failure(state.code)
  if (state?.kind === 'asked' && age < LIMITS.exportLostMs) return
  const times = state?.kind === 'asked' ? state.times : 0
  if (times >= LIMITS.exportAttempts) {
    await exports.setState(order.key, { kind: 'failed', at: now(), code: 'unavailable' })
    throw failure('unavailable')
  }
  await exports.setState(order.key, { kind: 'asked', at: now(), times: times + 1 })
  await exportQueue.send(order)
}

async function waitForFile({ exports, sleep }: Deps, key: string): Promise<Awaited> {
  let pause = FIRST_WAIT_MS
  for (let waited = 0; waited < LIMITS.exportWaitMs; waited += pause) {
    pause = Math.min(pause * 2, LONGEST_WAIT_MS)
    await sleep(pause)
    const body = await exports.get(key)
    if (body !== null) return { kind: 'made', body }
    const state = await exports.state(key)
    if (state?.kind === 'failed') throw failure(state.code)
  }
  return { kind: 'later' }
}

const TEXTS = {
  internal_error: 'The file could not be made.',
  unavailable: 'The file cannot be made now. Try again shortly.',
} as const

const failure = (code: keyof typeof TEXTS): ApiError =>
  new ApiError(code, { text: TEXTS[code], retryAfterS: LIMITS.exportRetryMs / 1000 })
