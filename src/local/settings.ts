import { env } from 'cloudflare:workers'
import { z } from 'zod'

import { enterLocalMode, setClockOffset } from '../runtime.ts'

const LocalSettings = z.object({
  /** What the parent process shows to prove that it is the parent; new at every start. */
  LOCAL_TOKEN: z.string().min(32),
  LOCAL_PORT: z.int().positive(),
  LOCAL_CLOCK_OFFSET_MS: z.int().nonnegative(),
  /** The parent's own address, where the moved clock is kept. */
  LOCAL_SUPERVISOR: z.url(),
})

export const localSettings = LocalSettings.parse(env)

// At load, before any request, message or alarm is seen: an alarm that fires right after a restart
// must already read the moved clock.
enterLocalMode()
setClockOffset(localSettings.LOCAL_CLOCK_OFFSET_MS)
