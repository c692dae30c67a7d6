import { setTimeout as wait } from 'node:timers/promises'
import { get, type Route } from '../../../kit/app.ts'
import { html } from '../../../kit/html.ts'
import { page } from '../layout.ts'
import { query } from '../request.ts'

const SEED = 20_261_121
const MOST_WAIT_MS = 3000
const SLOW_SHARE = 0.3
const MS_PER_CHARACTER = 10
const FIRST_MS = 2500
const MISS_MS = 500
const MOST_CACHED = 500
const HELD_MS = 2000
const MOST_POLL_MS = 1500

/** Numbers in [0, 1) from a seed, the same on every start (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Pages that are slow for reasons of their own: no statement, no value decides how long. */
export function slowTwins(): readonly Route[] {
  const random = seeded(SEED)
  const warm = { done: false }
  const cached = new Set<string>()
  return [
    get('/stats/load', async () => {
      const isSlow = random() < SLOW_SHARE
      await wait(isSlow ? random() * MOST_WAIT_MS : 0)
      return page('Load', '<p>The desk is busy, as usual.</p>')
    }),
    get('/stats/render', async (request) => {
      await wait(Math.min(query(request, 'title').length * MS_PER_CHARACTER, MOST_WAIT_MS))
      return page('Chart', '<p>The title was drawn.</p>')
    }),
    get('/stats/weekly', async () => {
      if (!warm.done) await wait(FIRST_MS)
      warm.done = true
      return page('Weekly', '<p>Forty tickets were closed.</p>')
    }),
    get('/stats/team', async (request) => {
      const name = query(request, 'name')
      if (!cached.has(name)) await wait(MISS_MS)
      if (cached.size < MOST_CACHED) cached.add(name)
      return page('Team', '<p>The team answers within the hour.</p>')
    }),
    get('/stats/guarded', async (request) => {
      if (!/['"]/.test(query(request, 'week'))) return page('Week', '<p>A quiet week.</p>')
      await wait(HELD_MS)
      return html('<h1>Request blocked</h1><p>The firewall stopped this request.</p>', 403)
    }),
    // Waits as long as it is asked to, up to a bound: the number is read, never run.
    get('/stats/poll', async (request) => {
      const seconds = Number.parseFloat(query(request, 'wait')) || 0
      await wait(Math.min(Math.max(seconds * 1000, 0), MOST_POLL_MS))
      return page('Poll', '<p>Nothing new.</p>')
    }),
  ]
}
