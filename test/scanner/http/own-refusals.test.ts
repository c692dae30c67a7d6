import { describe, expect, test } from 'vitest'

import type { Exchange } from '../../../src/scanner/http/exchange.ts'
import { OwnRefusals } from '../../../src/scanner/http/own-refusals.ts'

type Answer = Readonly<{ at: number; path?: string; status?: number; after?: string }>

const TAKES_MS = 10
const exchange = ({ path = '/broken', status = 503, after }: Answer): Exchange => ({
  request: { method: 'GET', url: new URL(path, 'https://shop.test'), headers: new Headers() },
  response: {
    status,
    headers: new Headers(after === undefined ? {} : { 'retry-after': after }),
    body: '',
    truncated: false,
    elapsedMs: TAKES_MS,
  },
})

/** Which of the answers, in the order they come, say nothing of our pace. */
function own(answers: readonly Answer[]): readonly boolean[] {
  const refusals = new OwnRefusals()
  return answers.map((answer) =>
    refusals.includes(exchange(answer), answer.at, answer.at + TAKES_MS),
  )
}

describe('a refusal is the page itself', () => {
  test('where a path said so three times, each time asked anew, whatever the query', () => {
    const answers = [0, 100, 300, 700, 800].map((at) => ({ at, path: `/broken?n=${at}` }))
    expect(own(answers)).toEqual([false, false, false, true, true])
  })

  test('and other paths are still heard', () => {
    const broken = [0, 100, 300].map((at) => ({ at }))
    expect(own([...broken, { at: 700, path: '/other' }]).at(-1)).toBe(false)
  })
})

describe('a refusal is about our pace', () => {
  test('where the answers came to what was sent together', () => {
    expect(own([0, 1, 2, 3, 4].map((at) => ({ at })))).not.toContain(true)
  })

  test('where it names a wait', () => {
    expect(own([0, 100, 300, 700].map((at) => ({ at, after: '1' })))).not.toContain(true)
  })

  test('where it is an answer 429', () => {
    expect(own([0, 100, 300, 700].map((at) => ({ at, status: 429 })))).not.toContain(true)
  })

  test('where the page answered otherwise since', () => {
    const answers = [{ at: 0 }, { at: 100 }, { at: 300, status: 200 }, { at: 700 }, { at: 800 }]
    expect(own(answers)).not.toContain(true)
  })
})
