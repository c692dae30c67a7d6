import { describe, expect, it } from 'vitest'

import type { Env } from '../../../src/env.ts'
import { letGoEarly } from '../../../src/local/queue.ts'
import { makeFakeClock } from '../../support/fake-clock.ts'

const PATIENCE_MS = 250
const MOST_APART = 128

/** Batches whose work ends when the test says so. */
function makeWorld() {
  const clock = makeFakeClock()
  const ends: ((error?: Error) => void)[] = []
  const apart: Promise<unknown>[] = []
  const queue = letGoEarly(
    () =>
      new Promise((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve()))
      }),
    clock.sleep,
  )
  const give = (messages: number) => {
    const given = { ended: false }
    const batch = { messages: Array.from({ length: messages }) } as unknown as MessageBatch
    const context = { waitUntil: (work: Promise<unknown>) => apart.push(work) }
    const ended = queue(batch, {} as Env, context).then(() => {
      given.ended = true
      return undefined
    })
    return { given, ended }
  }
  return { clock, ends, apart, give }
}

describe('a batch of the local mode', () => {
  it('ends with its work when that is quick', async () => {
    const { clock, ends, apart, give } = makeWorld()
    const { given, ended } = give(3)
    await clock.advance(PATIENCE_MS - 1)
    expect(given.ended).toBe(false)
    ends[0]?.()
    await ended
    expect([apart.length, clock.sleeping()]).toEqual([0, 0])
  })

  it('is let go when its work takes longer, which goes on apart', async () => {
    const { clock, ends, apart, give } = makeWorld()
    const { ended } = give(3)
    await clock.advance(PATIENCE_MS)
    await ended
    expect(apart).toHaveLength(1)
    ends[0]?.()
    await expect(apart[0]).resolves.toBeUndefined()
  })

  it('fails with its work', async () => {
    const { ends, give } = makeWorld()
    const { ended } = give(1)
    ends[0]?.(new Error('broken'))
    await expect(ended).rejects.toThrow('broken')
  })

  it('stays when too many go on apart, until some of them end', async () => {
    const { clock, ends, apart, give } = makeWorld()
    const first = give(MOST_APART)
    await clock.advance(PATIENCE_MS)
    await first.ended
    const second = give(1)
    await clock.advance(10 * PATIENCE_MS)
    expect(second.given.ended).toBe(false)
    ends[0]?.()
    ends[1]?.()
    await Promise.all([...apart, second.ended])
    expect(apart).toHaveLength(1)
    const third = give(MOST_APART)
    await clock.advance(PATIENCE_MS)
    await third.ended
    expect(apart).toHaveLength(2)
  })
})
