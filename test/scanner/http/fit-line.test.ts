import { describe, expect, it } from 'vitest'

import { fitLine, median } from '../../../src/scanner/http/fit-line.ts'

describe('the line of best fit', () => {
  it('has the slope and correlation of its points', () => {
    const line = [0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x }))
    expect(fitLine(line)).toEqual({ slope: 2, r: 1 })
    const { slope, r } = fitLine([
      { x: 0, y: 0 },
      { x: 1, y: 2 },
      { x: 2, y: 1 },
    ])
    expect(slope).toBeCloseTo(0.5)
    expect(r).toBeCloseTo(0.5)
  })

  it('is none where nothing changes', () => {
    expect(
      fitLine([
        { x: 1, y: 1 },
        { x: 1, y: 3 },
      ]),
    ).toEqual({ slope: 0, r: 0 })
    expect(
      fitLine([
        { x: 1, y: 1 },
        { x: 2, y: 1 },
      ]),
    ).toEqual({ slope: 0, r: 0 })
  })

  it('goes with a median', () => {
    expect([median([]), median([3]), median([4, 1]), median([9, 1, 2])]).toEqual([0, 3, 2.5, 2])
  })
})
