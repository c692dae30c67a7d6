import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/desk/app.ts'
import { openConnections } from '../range/apps/desk/sql/pool.ts'
import { truth } from '../range/apps/desk/truth.ts'
import { seeded } from '../range/apps/desk/twins/slow.ts'
import { ASKED, BUSY, JOINED, MADE, TIMED, TOLD } from '../support/e2e-desk.ts'
import type { Answer } from '../support/e2e-http.ts'
import { requestAt, type Place } from '../support/e2e-place.ts'
import { reachable, request } from '../support/range-requests.ts'

const desk = await start()
afterAll(() => desk.close())

const SLEEP_S = 0.8

const fetchPath = (path: string): Promise<Answer> => request(desk, path.replaceAll(' ', '%20'))
const send = (place: Place, value: string): Promise<Answer> =>
  request(desk, ...requestAt(place, value))
const seen = async (place: Place, value: string) => {
  const { status, body } = await send(place, value)
  return { status, body }
}
const timed = async (work: () => Promise<unknown>) => {
  const started = performance.now()
  const page = await work()
  return { ms: performance.now() - started, page }
}

describe.concurrent('SQL injection that only time tells', () => {
  it.each(TIMED)('$at.1 waits, $twin.1 does not', async ({ at, twin, usual, wait }) => {
    const plain = await seen(at, usual)
    const none = await timed(() => seen(at, wait(0)))
    const long = await timed(() => seen(at, wait(SLEEP_S)))
    const right = await timed(() => seen(twin, wait(SLEEP_S)))
    expect(long.ms).toBeGreaterThanOrEqual(SLEEP_S * 1000)
    expect(none.ms).toBeLessThan(SLEEP_S * 1000)
    expect(right.ms).toBeLessThan(SLEEP_S * 1000)
    const broken = await seen(at, `${usual}'"(`)
    expect([none.page, long.page, broken]).toEqual([plain, plain, plain])
  })
  it('makes SQLite work hard where it cannot sleep', async () => {
    const plain = await seen(BUSY.at, BUSY.usual)
    const long = await timed(() => seen(BUSY.at, BUSY.value))
    const right = await timed(() => seen(BUSY.twin, BUSY.value))
    expect(long.ms).toBeGreaterThan(Math.max(100, right.ms))
    expect([long.page, await seen(BUSY.at, `${BUSY.usual}'`)]).toEqual([plain, plain])
  })
  it('ends a statement that sleeps for every row', async () => {
    const { mysql, close } = openConnections(300)
    const sql = 'SELECT id FROM tickets WHERE SLEEP(0.2) = 0'
    await expect(mysql.all(sql)).rejects.toThrow('statement timeout')
    await expect(mysql.all(`${sql} AND id = 1`)).resolves.toHaveLength(1)
    await close()
  })
})

describe.concurrent('pages that are slow by themselves', () => {
  it.each([
    ['/stats/weekly?week=12', '/stats/weekly?week=13', 2000],
    ['/stats/team?name=devices', '/stats/team?name=devices', 400],
    [`/stats/render?title=${'x'.repeat(80)}`, '/stats/render?title=x', 700],
    ['/stats/poll?wait=9', '/stats/poll?wait=pg_sleep(9)', 1400],
    ["/stats/guarded?week=12'", '/stats/guarded?week=12 AND 7=7', 1900],
  ])('%s takes longer than %s', async (slow, quick, least) => {
    const first = await timed(() => fetchPath(slow))
    const second = await timed(() => fetchPath(quick))
    expect(first.ms).toBeGreaterThan(least)
    expect(second.ms).toBeLessThan(least)
  })
  it('blocks quotes', async () => {
    expect((await fetchPath("/stats/guarded?week=12'")).status).toBe(403)
  })
  it('is slow at random, the same way on every start', () => {
    const draw = (random: () => number) => Array.from({ length: 200 }, () => random())
    const numbers = draw(seeded(7))
    expect(draw(seeded(7))).toEqual(numbers)
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
    expect(numbers.filter((number) => number < 0.3).length).toBeGreaterThan(30)
  })
})

describe('SQL injection that joins another SELECT', () => {
  it.each(JOINED)('$at.1 shows what was computed, $twin.1 does not', async (join) => {
    const body = async (place: Place, value: string) => (await send(place, value)).body
    expect(await body(join.at, join.value)).toContain(MADE)
    expect(await body(join.twin, join.value)).not.toContain(MADE)
    const withColumnTooMany = join.value.replace("'dock-'", "0, 'dock-'")
    expect(await body(join.at, withColumnTooMany)).not.toContain(MADE)
  })
  it('shows the first row only where the customer is', async () => {
    const join = JOINED.find(({ at }) => at[1] === '/customers/card')
    const value = join?.value.replace('7=8', '7=7') ?? ''
    const { body } = await send(['GET', '/customers/card', 'id'], value)
    expect(body).toContain('Lars Strand')
    expect(body).not.toContain(MADE)
  })
})

/** What SQLite says, under the quotes of HTML and of JSON. */
const DRIVER_WORDS = /near (?:"|&quot;|\\")|unrecognized token|incomplete input/

describe('SQL injection that shows errors', () => {
  it.each(TOLD)('$at.1 shows the words of the driver, $twin.1 does not', async (told) => {
    const broken = await seen(told.at, told.broken)
    expect(broken.body).toContain(told.stack)
    expect(broken.body).toMatch(DRIVER_WORDS)
    expect((await seen(told.at, told.usual)).body).not.toMatch(DRIVER_WORDS)
    const right = [await seen(told.twin, told.usual), await seen(told.twin, told.broken)]
    expect(right.filter(({ body }) => DRIVER_WORDS.test(body))).toEqual([])
  })
})

describe('SQL injection that answers yes and no', () => {
  it.each(ASKED)('$at.1 tells, $twin.1 does not', async ({ at, twin, usual, ask }) => {
    const holds = 'length(sqlite_version()) > 2'
    const fails = 'length(sqlite_version()) > 90'
    const plain = await seen(at, usual)
    expect(await seen(at, ask(holds))).toEqual(plain)
    expect(await seen(at, ask(fails))).not.toEqual(plain)
    expect(await seen(at, `${usual}'(`)).toEqual(await seen(at, ask(fails)))
    expect(await seen(twin, ask(holds))).toEqual(await seen(twin, ask(fails)))
    expect(await seen(twin, usual)).not.toEqual(await seen(twin, 'none-of-these'))
  })
})

describe('traps', () => {
  it.each([
    ['/tools/labour?minutes=31*3', '<p>93 minutes'],
    ['/tools/split?list=-1 UNION SELECT 71,72,73', '<li>72</li>'],
    ["/tools/slug?title='dock'||'yard'", 'dockyard'],
    ['/customers/view?id=4%2B0', '<b>4+0</b>'],
    ["/kb/advanced?words=printer'", 'Syntax error in your search'],
    ['/kb/article?slug=network', 'ORA-00933'],
    ['/tools/notes?words=printer AND 1', 'Printer 1'],
    ['/tools/notes?words=printer AND 1 AND 2', 'No note has these words'],
    ['/tools/notes?words=screen AND NOT 7 OR drum', 'Printer 1'],
  ])('%s looks like it', async (path, shown) => {
    expect((await fetchPath(path)).body).toContain(shown)
  })
  it('has a page that is never the same twice', async () => {
    const [first, second] = [await fetchPath('/tools/ticker'), await fetchPath('/tools/ticker')]
    expect(first.body).not.toBe(second.body)
  })
})

describe('the truth', () => {
  it('has a proof for every flaw', () => {
    const proofs = { 'sqli.time': [...TIMED, BUSY], 'sqli.union': JOINED, 'sqli.error': TOLD }
    const proved = Object.entries({ ...proofs, 'sqli.boolean': ASKED }).flatMap(([check, rows]) =>
      rows.map(({ at: [method, path, parameter] }) => [check, method, path, parameter].join(' ')),
    )
    const musts = truth.expected.filter(({ must }) => must)
    const said = musts.map((row) => [row.check_id, row.method, row.path, row.parameter].join(' '))
    expect(said.sort()).toEqual(proved.sort())
  })
  it('names a clean twin for every flaw', () => {
    const twins = [...TIMED, BUSY, ...JOINED, ...TOLD, ...ASKED].map(({ twin }) => twin)
    const clean = truth.clean.map(({ path, parameter }) => `${path} ${parameter}`)
    expect(twins.filter(([, path, name]) => !clean.includes(`${path} ${name}`))).toEqual([])
  })
  it('speaks of nothing that a visitor cannot come to', async () => {
    const named = await reachable(desk)
    const places = [...truth.expected, ...truth.clean].flatMap(({ path }) => path ?? [])
    expect(places.filter((path) => !named.has(path))).toEqual([])
    expect(desk.stats()).toMatchObject({ dangerous: 0 })
  })
})
