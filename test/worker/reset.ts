import { afterAll, vi } from 'vitest'

import { setClockOffset } from '../../src/runtime.ts'

// Files share the runtime: the next one finds the clock as this one found it.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setClockOffset(0)
})
