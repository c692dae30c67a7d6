import { describe, expect, it } from 'vitest'

import { ProbeError, type HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { runUnit } from '../../../src/scanner/engine/run-unit.ts'
import type { NewSession, Session } from '../../../src/scanner/engine/session.ts'
import type { AuthConfig } from '../../../src/scanner/engine/options.ts'
import type { UnitWork } from '../../../src/scanner/engine/unit.ts'
import { crawl, makeRoom, makeWorld, ORIGIN, workOf, type Reply } from '../../support/units.ts'

const FORM: AuthConfig = {
  type: 'form',
  login_url: `${ORIGIN}/login`,
  username: 'anna',
  password: 'correct horse',
  success_url_contains: '/desk',
}
const LOGIN_PAGE =
  '<form method=post action=/login><input name=user><input name=p type=password></form>'

type Door = { living: Set<string>; logins: number; asked: string[]; takes: boolean }
const doorOf = (): Door => ({ living: new Set(), logins: 0, asked: [], takes: true })

/** A site with a login; `private` pages lead visitors there, `/shared` shows something to everybody. */
const siteOf =
  (door: Door, before: (path: string, isIn: boolean) => void = () => undefined) =>
  ({ method, url, headers }: HttpRequest): Reply => {
    const sid = /sid=(\w+)/.exec(headers.get('cookie') ?? '')?.[1] ?? ''
    const isToken = door.living.has(headers.get('authorization') ?? '')
    const isIn = door.living.has(sid) || isToken
    if (url.pathname === '/login') {
      if (method === 'GET' || !door.takes) return { body: LOGIN_PAGE }
      door.logins += 1
      door.living.add(`s${door.logins}`)
      const cookie = `sid=s${door.logins}; Path=/`
      return { status: 303, headers: { location: '/desk', 'set-cookie': cookie } }
    }
    door.asked.push(`${url.pathname} ${isIn ? 'in' : 'out'}`)
    before(url.pathname, isIn)
    if (url.pathname.startsWith('/data')) {
      return { headers: { 'content-type': 'application/json' }, body: '{}' }
    }
    if (url.pathname.startsWith('/shared')) return { body: `<p>${isIn ? 'Anna' : 'You'}</p>` }
    if (!isIn) return { status: 302, headers: { location: '/login' } }
    return { body: `<a href="/logout">Out</a><p>${url.pathname}</p>` }
  }

const work = (auth: AuthConfig, session: Session | null, change: Partial<UnitWork> = {}) => {
  const plain = workOf(session === null ? { phase: 'open' } : crawl('/a'), change)
  return {
    ...plain,
    options: { ...plain.options, auth_config: { type: auth.type, configured: true } as const },
    secrets: { ...plain.secrets, auth_config: auth },
    session,
  }
}

/** The session that the open stage makes, with the form or with given credentials. */
async function opened(door: Door, auth: AuthConfig) {
  const kept: NewSession[] = []
  const room = makeRoom({ keep: async (session) => kept.push(session) })
  const { world } = makeWorld(siteOf(door), { session: room, checks: [] })
  const result = await runUnit(work(auth, null), world)
  return { result, kept }
}

const pages = (count: number) => crawl(...Array.from({ length: count }, (_, n) => `/p${n}`))

describe('the open stage', () => {
  it('logs in by the form and finds the page that tells', async () => {
    const door = doorOf()
    const { result, kept } = await opened(door, FORM)
    expect(result.failure).toBeNull()
    expect(door.logins).toBe(1)
    expect(kept).toMatchObject([
      {
        headers: { cookie: 'sid=s1' },
        probe: { url: `${ORIGIN}/desk`, out: { status: 302 }, marker: '/logout' },
      },
    ])
  })

  it.each([
    [{ type: 'cookie', cookie_string: 'sid=given' } as const, 'given'],
    [{ type: 'token', token: 'tok' } as const, 'Bearer tok'],
  ])('finds it for given credentials too', async (auth, secret) => {
    const door = doorOf()
    door.living.add(secret)
    const { kept } = await opened(door, auth)
    expect(kept).toMatchObject([{ headers: {}, probe: { url: `${ORIGIN}/`, marker: '/logout' } }])
  })

  it('finds none where the credentials change nothing, and says so by that', async () => {
    const { result, kept } = await opened(doorOf(), { type: 'cookie', cookie_string: 'sid=old' })
    expect(result.failure).toBeNull()
    expect(kept).toMatchObject([{ probe: null }])
  })

  it('ends the scan where the login fails, before anything else is asked', async () => {
    const door = { ...doorOf(), takes: false }
    const failed: string[] = []
    const room = makeRoom({ loginFailed: async (host) => void failed.push(host) })
    const { world, sent } = makeWorld(siteOf(door), { session: room })
    const result = await runUnit(work(FORM, null), world)
    expect(result.failure).toMatchObject({ code: 'login_failed' })
    expect(result.failure?.message).toContain(`${ORIGIN}/login asks for the password again`)
    expect(JSON.stringify(result)).not.toContain('correct horse')
    expect(sent).toEqual(['GET /login', 'POST /login'])
    expect(failed).toEqual(['shop.example'])
  })

  it('tries none where too many have failed', async () => {
    const { world, sent } = makeWorld(siteOf(doorOf()), {
      session: makeRoom({ mayLogin: async () => false }),
    })
    const result = await runUnit(work(FORM, null), world)
    expect(result.failure?.message).toContain('3 logins at shop.example have failed')
    expect(sent).toEqual([])
  })

  it('doubts a login after which the site answers as before', async () => {
    const { world } = makeWorld(({ method, url }) =>
      url.pathname === '/login' && method === 'GET'
        ? { body: LOGIN_PAGE }
        : url.pathname === '/login'
          ? { status: 303, headers: { location: '/desk', 'set-cookie': 'sid=1' } }
          : { body: '<p>Welcome</p>' },
    )
    const result = await runUnit(work(FORM, null), world)
    expect(result.failure).toMatchObject({
      code: 'login_failed',
      message: expect.stringContaining('answers there as it does to a visitor'),
    })
  })
})

/** Ends the session at the n-th page that it is good for. */
const endingAt = (door: Door, most: number) => {
  let count = 0
  return (_: string, isIn: boolean) => {
    if (isIn && ++count === most) door.living.clear()
  }
}

describe('a session that ends', () => {
  const lives = async (most: number, plan = pages(40), isShort = false) => {
    const door = doorOf()
    const { kept } = await opened(door, FORM)
    const [made] = kept
    if (made === undefined) throw new Error('no session was kept')
    door.asked.length = 0
    const lost: string[] = []
    let generation = 1
    const room = makeRoom({
      renew: async () => ({ kind: 'login', life: 30, isShort }),
      keep: async () => (generation += 1),
      lose: async (reason) => void lost.push(reason),
    })
    const { world } = makeWorld(siteOf(door, endingAt(door, most)), { session: room, checks: [] })
    const unit = work(FORM, { ...made, generation }, { plan, maxInFlight: 1 })
    return { door, lost, result: await runUnit(unit, world) }
  }

  it('is made again, and what was answered as to a visitor is asked again', async () => {
    const { door, result, lost } = await lives(20)
    expect(door.logins).toBe(2)
    expect(lost).toEqual([])
    expect(result.urls.map(({ status }) => status)).toEqual(Array(40).fill(200))
    expect(result.rest).toBeNull()
    expect(result.session?.requests).toBeLessThan(48)
    expect(result.session?.loggedIn).toBe((result.session?.requests ?? 0) - 2)
    const visitors = door.asked.filter((line) => line.endsWith(' out'))
    expect(visitors).toHaveLength(2)
  })

  it('voids a unit whose answers look right and are not', async () => {
    const shared = crawl(...Array.from({ length: 20 }, (_, n) => `/shared/${n}`))
    const { result } = await lives(10, shared)
    expect(result.urls).toEqual([])
    expect(result.rest).toEqual(shared)
  })

  it('says so instead where sessions end before a unit could', async () => {
    const shared = crawl(...Array.from({ length: 20 }, (_, n) => `/shared/${n}`))
    const { result } = await lives(10, shared, true)
    expect(result.urls).toHaveLength(20)
    expect(result.session?.partial).toContain('ends sessions so early')
  })

  it('is looked at after every 25th request, and at the end', async () => {
    const quiet = crawl(...Array.from({ length: 60 }, (_, n) => `/data/${n}`))
    const { door } = await lives(1000, quiet)
    const probes = door.asked.flatMap((line, index) => (line.startsWith('/desk') ? [index] : []))
    expect(probes).toEqual([25, 51, 62])
  })
})

describe('given credentials that end', () => {
  const COOKIE: AuthConfig = { type: 'cookie', cookie_string: 'sid=given' }
  it('are reported as lost, and the rest is asked as a visitor', async () => {
    const door = doorOf()
    door.living.add('given')
    const { kept } = await opened(door, COOKIE)
    const [made] = kept
    if (made === undefined) throw new Error('no session was kept')
    const lost: string[] = []
    const room = makeRoom({ lose: async (reason) => void lost.push(reason) })
    const site = siteOf(door, endingAt(door, 5))
    const { world } = makeWorld(site, { session: room, checks: [] })
    const unit = work(COOKIE, { ...made, generation: 1 }, { plan: pages(20), maxInFlight: 1 })
    const result = await runUnit(unit, world)
    expect(lost).toEqual(['/ answered as to a visitor'])
    expect(door.logins).toBe(0)
    expect(result.urls).toHaveLength(20)
    expect(result.session?.loggedIn).toBe(5)
  })

  it('are taken to be alive while the site is in trouble', async () => {
    const door = doorOf()
    door.living.add('given')
    const { kept } = await opened(door, COOKIE)
    const [made] = kept
    if (made === undefined) throw new Error('no session was kept')
    const lost: string[] = []
    const room = makeRoom({ lose: async (reason) => void lost.push(reason) })
    const { world } = makeWorld(
      ({ url }) => {
        if (url.pathname === '/') throw new ProbeError('timeout', 'no answer')
        return { status: 401 }
      },
      { session: room, checks: [] },
    )
    await runUnit(
      work(COOKIE, { ...made, generation: 1 }, { plan: pages(5), maxInFlight: 1 }),
      world,
    )
    expect(lost).toEqual([])
  })
})
