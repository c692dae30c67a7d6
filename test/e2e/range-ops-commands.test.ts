import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/ops/app.ts'
import { truth } from '../range/apps/ops/truth.ts'
import {
  asMarkup,
  askAt,
  nameOf,
  placesClean,
  placesOfTruth,
  placesProved,
  unlinked,
  type Place,
} from '../support/e2e-range.ts'

const ops = await start()
afterAll(() => ops.close())

const SUM = '$((1337*1337))'
const PRODUCT = '1787569'

/** `[place, usual value, what its answer shows, hostile value, what only that shows]` */
type Proof = readonly [place: Place, usual: string, shown: string, hostile: string, gained: string]
type Twin = readonly [place: Place, usual: string, shown: string]

const COMMANDS: readonly Proof[] = [
  [['query', '/ping', 'host'], 'gate', 'PING gate', `gate; echo ${SUM}`, PRODUCT],
  [['query', '/calendar', 'day'], '2026-01-05', 'Monday', `1"; echo ${SUM}; echo "`, PRODUCT],
  [['form', '/whois', 'domain'], 'a.example', 'a.example: reg', `'; echo ${SUM}; echo '`, PRODUCT],
  [['json', '/api/volume', '/volume'], 'data', 'data', `data | echo ${SUM}`, PRODUCT],
  [['query', '/logs/search', 'word'], 'cron', 'cron', "x; expr 1337 '*' 1337 #", PRODUCT],
  [['query', '/dns', 'name'], 'gate', 'gate has', SUM, `${PRODUCT} has`],
  [['cookie', '/clock', 'tz'], 'UTC', '00:00', `UTC; echo ${SUM};`, PRODUCT],
  [['header', '/whoami', 'user-agent'], 'Lynx', 'You use Lynx', SUM, `You use ${PRODUCT}`],
  [['segment', '/racks/r1', 'segment 2'], 'r1', 'Rack r1', `r1;echo ${SUM}`, PRODUCT],
]
const COMMAND_TWINS: readonly Twin[] = [
  [['query', '/ping/direct', 'host'], 'gate', 'PING gate'],
  [['query', '/calendar/quoted', 'day'], '2026-01-05', 'Monday'],
  [['form', '/whois/list', 'domain'], 'a.example', 'a.example: reg'],
  [['json', '/api/volume/named', '/volume'], 'data', 'data'],
  [['query', '/logs/find', 'word'], 'cron', 'cron'],
  [['query', '/dns/checked', 'name'], 'gate', 'gate has'],
  [['cookie', '/clock/zone', 'zone'], 'UTC', '00:00'],
  [['header', '/agent', 'user-agent'], 'Lynx', 'You use Lynx'],
  [['segment', '/shelves/s1', 'segment 2'], 's1', 'Shelf s1'],
  [['query', '/say', 'text'], 'hi', '<pre>hi'],
  [['query', '/man', 'topic'], 'id', 'uid=0(root) gid=0(root)'],
  [['query', '/sessions', 'of'], 'root', 'uid=0(root) gid=0(root)'],
]

describe('cmdi.echo', () => {
  it.each(COMMANDS)('%j runs a second command', async (place, usual, shown, hostile, gained) => {
    expect((await askAt(ops, place, usual)).body).toContain(shown)
    expect((await askAt(ops, place, hostile)).body).toContain(gained)
  })
  const hostiles = [...COMMANDS.map(([, , , hostile]) => hostile), `"${SUM}"`, `\`echo ${SUM}\``]
  const attempts = COMMAND_TWINS.flatMap(([place]) =>
    hostiles.map((value) => [place, value] as const),
  )
  it.each(attempts)('%j does not run %s', async (place, hostile) => {
    expect((await askAt(ops, place, hostile)).body).not.toContain(PRODUCT)
  })
  it.each(COMMAND_TWINS)('%j works', async (place, usual, shown) => {
    expect((await askAt(ops, place, usual)).body).toContain(shown)
  })
  it('multiplies a size in whatever text: that is what the page is for', async () => {
    const raid = async (disks: string) =>
      (await askAt(ops, ['query', '/raid', 'disks'], disks)).body
    expect(await raid(`;echo ${SUM}`)).toBe(await raid('1337*1337'))
    expect(await raid(';expr 7')).toContain('no array')
  })
})

const SLEEP = 'sleep 1'
const SLEEP_MS = 1000
/** Where nothing sleeps, a long one costs no time and leaves room for a busy machine. */
const LONG = 'sleep 5'
const LONG_MS = 5000
type Blind = readonly [
  place: Place,
  usual: string,
  shown: string,
  hostile: (command: string) => string,
]
const BLIND: readonly Blind[] = [
  [['query', '/notify', 'to'], 'ann', 'The note', (command) => `ann; ${command}`],
  [['form', '/reports/build', 'title'], 'May', 'The report', (command) => `'; ${command}; '`],
  [['json', '/api/thumbnail', '/size'], '64', '"queued":true', (command) => `64$(${command})`],
  [['query', '/warm', 'page'], 'home', 'The cache', (command) => `home; ${command}`],
  [['header', '/beacon', 'x-forwarded-for'], '::1', 'Noted', (command) => `"; ${command}; "`],
  [
    ['query', '/archive/check', 'name'],
    'may',
    'The archive',
    (command) => `may;${command.replaceAll(' ', '${IFS}')}`,
  ],
]
const BLIND_TWINS: readonly Twin[] = [
  [['query', '/notify/direct', 'to'], 'ann', 'The note'],
  [['form', '/reports/plan', 'title'], 'May', 'The report'],
  [['json', '/api/preview', '/size'], '64', '"queued":true'],
  [['query', '/warm/listed', 'page'], 'home', 'The cache'],
  [['header', '/beacon/plain', 'x-forwarded-for'], '192.0.2.1', 'Noted'],
  [['query', '/archive/verify', 'name'], 'may', 'The archive'],
]

/** The body, and how many milliseconds it took. */
async function timed(place: Place, value: string): Promise<readonly [body: string, took: number]> {
  const began = performance.now()
  const { body } = await askAt(ops, place, value)
  return [body, performance.now() - began]
}

describe('cmdi.time', () => {
  it.each(BLIND)('%j can be delayed and tells nothing', async (place, usual, shown, hostile) => {
    const [plain, plainMs] = await timed(place, usual)
    const [attacked, attackedMs] = await timed(place, hostile(SLEEP))
    expect(plain).toContain(shown)
    expect(attacked).toBe(plain)
    expect(plainMs).toBeLessThan(SLEEP_MS)
    expect(attackedMs).toBeGreaterThanOrEqual(SLEEP_MS)
    expect((await timed(place, hostile(`echo ${SUM}`)))[0]).toBe(plain)
  })
  it.each(BLIND_TWINS)('%j cannot', async (place, usual, shown) => {
    expect((await askAt(ops, place, usual)).body).toContain(shown)
    const hostiles = [`x; ${LONG};`, `'; ${LONG}; '`, `"; ${LONG}; "`, `$(${LONG})`]
    const times = await Promise.all(hostiles.map((hostile) => timed(place, hostile)))
    for (const [, took] of times) expect(took).toBeLessThan(LONG_MS)
  })
  it.each([
    ['/status', 'host', 'gate', 3],
    ['/tape', 'reel', '7', 2],
    ['/poll', 'wait', '1', 2],
  ])('%s is slow for reasons of its own', async (path, name, value, most) => {
    const [, took] = await timed(['query', path, name], value)
    expect(took).toBeLessThan(most * 1000 + 500)
  })
  it('waits for a plain number only, and holds whatever looks like an attack as long', async () => {
    const [, polled] = await timed(['query', '/poll', 'wait'], `1; ${LONG}`)
    expect(polled).toBeLessThan(LONG_MS)
    const [[, none], [, long]] = await Promise.all([
      timed(['query', '/held', 'note'], '; sleep 0'),
      timed(['query', '/held', 'note'], '; sleep 9'),
    ])
    expect(Math.abs(long - none)).toBeLessThan(1500)
  })
})

describe('the desk', () => {
  it.each([
    ['cmdi.echo', COMMANDS.map(([place]) => place)],
    ['cmdi.time', BLIND.map(([place]) => place)],
  ])('has a proof for each place of %s, and no other', (checkId, places) => {
    expect(placesProved(places)).toEqual(placesOfTruth(truth, checkId))
  })
  it('links every place of its truth', async () => {
    expect(await unlinked(ops, truth)).toEqual([])
  })
  it('looks at every twin, and shows nothing of what it was sent as markup', async () => {
    const twins = [...COMMAND_TWINS, ...BLIND_TWINS].map(([place]) => place)
    expect(placesClean(truth)).toEqual(expect.arrayContaining(twins.map(nameOf)))
    const places = [...COMMANDS.map(([place]) => place), ...BLIND.map(([place]) => place), ...twins]
    expect(await asMarkup(ops, places)).toEqual([])
  })
})
