import { afterAll, expect, it } from 'vitest'
import { makePacer } from '../../../src/scanner/http/pacer.ts'
import { makeLogIn } from '../../../src/scanner/engine/log-in.ts'
import type { World } from '../../../src/scanner/engine/unit-context.ts'
import { fetchTransport } from '../../../src/scanner/http/transports/fetch.ts'
import { startLogin } from '../../range/apps/login/app.ts'
import { PASSWORD, TOTP_SECRET, USER } from '../../range/apps/login/door.ts'
import { makeWorld, workOf } from '../../support/units.ts'

const PERIOD_MS = 30_000
const app = await startLogin({ kind: 'totp' })
afterAll(() => app.close())

/** A service whose clock was moved far from the time of day. */
const CLOCK: World['clock'] = { now: () => Date.now() + 86_400_000, sleep: async () => undefined }

async function logIn(outsideNow: () => number, codeStep: number | null = null) {
  const { world } = makeWorld(() => ({}), { clock: CLOCK, outsideNow, transport: fetchTransport })
  const work = workOf({ phase: 'open' })
  const options = { ...work.options, target_url: app.url }
  const pace = { delayMs: 0, jitter: 0, inFlight: 1, notBefore: 0 }
  const pacer = makePacer({ clock: CLOCK, random: world.random, ...pace })
  const { signal } = new AbortController()
  return makeLogIn({ work: { ...work, options }, world, pacer, signal }).run(
    {
      type: 'form',
      login_url: `${app.url}login`,
      username: USER,
      password: PASSWORD,
      success_url_contains: '/desk',
      totp_secret: TOTP_SECRET,
    },
    codeStep,
  )
}

it('makes one-time codes by the time of day, however far the clock of the service is moved', async () => {
  const { result, codeStep } = await logIn(Date.now)
  expect(result.kind).toBe('in')
  expect(Math.abs((codeStep ?? 0) - Date.now() / PERIOD_MS)).toBeLessThan(2)
})

it('is refused with codes of another day', async () => {
  const { result } = await logIn(CLOCK.now)
  expect(result).toMatchObject({ kind: 'failed', wasRefused: true })
})
