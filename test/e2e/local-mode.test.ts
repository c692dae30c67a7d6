import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { start as startTiny } from '../range/apps/tiny/app.ts'
import { truth } from '../range/apps/tiny/truth.ts'
import { score } from '../range/score.ts'
import { filesHolding, modeOf } from '../support/e2e-files.ts'
import { ask } from '../support/e2e-http.ts'
import { runCli, startInstance, type Account, type Instance } from '../support/e2e-instance.ts'
import { processesNaming } from '../support/e2e-processes.ts'
import { fingerprintsOf, foundIn, readScan } from '../support/e2e-scan.ts'
import { startScan, untilEnded, waitFor } from '../support/e2e-scan.ts'
import { until } from '../support/until.ts'

const SCAN_MS = 120_000
const READY_MS = 90_000
const DAY_S = 86_400
const QUICK = { profile: 'gate' } as const
/** Processes are looked up in /proc. */
const isLinux = process.platform === 'linux'
const Advanced = z.object({ now_ms: z.number(), offset_seconds: z.number() })
const app = await startTiny()
let instance: Instance
let account: Account
beforeAll(async () => {
  instance = await startInstance()
  account = await instance.account(null)
})
afterAll(async () => {
  await instance.stop()
  await app.close()
})

const at = (name: string): string => path.join(instance.state, name)
const portOf = (url: string): string => new URL(url).port

async function scanned(tag = 'local-mode'): Promise<string> {
  const id = await startScan(instance, account.key, app.url, { ...QUICK, tags: [tag] })
  expect(await untilEnded(instance, account.key, id, SCAN_MS)).toMatchObject({
    status: 'completed',
  })
  return id
}

/** Asks for the health at the moment local.json is there. */
async function firstAnswer(): Promise<number> {
  await until(
    async () => (await readdir(instance.state)).includes('local.json'),
    READY_MS,
    'no local.json',
  )
  return (await ask(`${instance.url}/api/health`)).status
}

/** What must outlive a stop: databases and stored reports, without SQLite's own logs of them. */
async function dataFiles(): Promise<readonly string[]> {
  const names = await readdir(instance.state, { recursive: true })
  return names.filter((name) => /^(?:d1|do|r2)\/.*(?:\.sqlite|blobs\/\w+)$/.test(name)).sort()
}

/** A scan as answered, but for what counts the days. */
const withoutDays = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'days_remaining' ? 0 : value)))

/** The last event of a stream that has ended. */
const endOf = (stream: string): unknown => {
  const data = /data: (.*)\n\n$/.exec(stream)?.[1]
  return JSON.parse(data ?? 'null')
}

/** Advancing by nothing tells the service's time. */
async function clock(): Promise<z.infer<typeof Advanced>> {
  const reply = await instance.api('POST', '/api/local/advance', { seconds: 0 })
  return Advanced.parse(reply.body)
}

describe('the state of a started service', () => {
  it('names its address, key and process, for its owner only', async () => {
    const local: unknown = JSON.parse(await readFile(at('local.json'), 'utf8'))
    expect(local).toEqual({ url: instance.url, key: instance.key(), pid: instance.pid() })
    expect(await modeOf(at('local.json'))).toBe('0600')
  })

  it('holds the encryption key, for its owner only', async () => {
    const key = Buffer.from(await readFile(at('encryption.key'), 'utf8'), 'base64')
    expect(key).toHaveLength(32)
    expect(await modeOf(at('encryption.key'))).toBe('0600')
    expect(await modeOf(instance.state)).toBe('0700')
  })
})

describe('who may ask', () => {
  const statuses = (host: string) =>
    Promise.all(
      ['/api/health', '/api/local/none', '/no-such-page'].map(async (name) => {
        const headers = { host, 'x-service-key': instance.key() }
        const { status, body } = await ask(instance.url + name, { headers })
        return [status, body.includes('"code":"forbidden"')]
      }),
    )
  const own = ['127.0.0.1', 'localhost', 'LocalHost', '[::1]'] as const
  it.each(own)('%s with the port is this service', async (name) => {
    const seen = await statuses(`${name}:${portOf(instance.url)}`)
    expect(seen).toEqual([200, 404, 404].map((status) => [status, false]))
  })
  const foreign: readonly ((port: string) => string)[] = [
    () => '127.0.0.1',
    () => '127.0.0.1:1',
    (port) => `rebound.example:${port}`,
    (port) => `127.0.0.1.rebound.example:${port}`,
  ]
  it.each(foreign)('%s is not', async (host) => {
    const seen = await statuses(host(portOf(instance.url)))
    expect(seen).toEqual([403, 403, 403].map((status) => [status, true]))
  })

  const local = ['/api/local/accounts', '/api/local/advance', '/api/local/cron'] as const
  const call = (name: string, headers: Readonly<Record<string, string>>) =>
    ask(instance.url + name, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"seconds":0}',
    })
  it.each(local)('%s needs the key of local.json', async (name) => {
    const keys = [{}, { 'x-service-key': 'psk_live_x' }, { 'x-service-key': account.key }]
    for (const headers of keys) {
      const answer = await call(name, headers)
      expect(answer.status).toBe(401)
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'unauthorized' })
    }
  })
  it.each(local)('%s refuses web pages, whatever key they have', async (name) => {
    for (const origin of ['https://page.example', 'null', instance.url]) {
      const answer = await call(name, { origin, 'x-service-key': instance.key() })
      expect(answer.status).toBe(403)
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'forbidden' })
    }
  })

  it('answers no other origin', async () => {
    const names = ['/api/health', '/api/scans', '/api/openapi.json', '/api/docs', '/none', ...local]
    const asked = names.flatMap((name) =>
      ['GET', 'POST', 'OPTIONS'].map((method) =>
        ask(instance.url + name, {
          method,
          headers: {
            origin: 'https://page.example',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-service-key',
            'x-service-key': instance.key(),
          },
        }),
      ),
    )
    const sent = (await Promise.all(asked)).flatMap(({ headers }) => Object.keys(headers))
    expect(sent.filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(sent).toContain('content-type')
  })
})

describe('the moved clock', () => {
  it('goes forward only, by what was asked', async () => {
    const before = await clock()
    await instance.advance(90)
    const after = await clock()
    expect(after.offset_seconds).toBe(before.offset_seconds + 90)
    expect(after.now_ms - before.now_ms).toBeGreaterThanOrEqual(90_000)
    const bad = [{ seconds: -1 }, { seconds: '1' }, {}, { seconds: 1, minutes: 1 }, '{', 'null']
    for (const body of bad) {
      const reply = await instance.api('POST', '/api/local/advance', body)
      expect(reply.status).toBe(400)
    }
    expect((await clock()).offset_seconds).toBe(after.offset_seconds)
  })

  it('fires cron when asked', async () => {
    const reply = await instance.api('POST', '/api/local/cron', {})
    expect(reply).toMatchObject({ status: 200, body: { fired: true } })
  })

  it('has an ended scan clean up after a day; it can still be read and followed', async () => {
    const tag = crypto.randomUUID()
    const id = await scanned(tag)
    const read = () => instance.api('GET', `/api/scan/${id}`, undefined, { key: account.key })
    const follow = (headers: Readonly<Record<string, string>> = {}) =>
      ask(`${instance.url}/api/scan/${id}/progress`, {
        headers: { 'x-service-key': account.key, ...headers },
      })
    const before = { scan: await read(), stream: await follow() }
    const rooms = () => filesHolding(at('do/palisade-ScanDO'), tag)
    expect(await rooms()).not.toEqual([])

    await instance.advance(DAY_S + 3600)
    await until(
      async () => (await rooms()).length === 0,
      READY_MS,
      'the room still holds what it held',
    )
    expect(before.scan).toMatchObject({ status: 200, body: { id, status: 'completed' } })
    expect(withoutDays((await read()).body)).toEqual(withoutDays(before.scan.body))
    const after = await follow()
    expect(after.status).toBe(200)
    expect(endOf(after.body)).toEqual(endOf(before.stream.body))
    const last = /id: (\d+)\ndata: .*\n\n$/.exec(after.body)?.[1] ?? ''
    expect(await follow({ 'last-event-id': last })).toMatchObject({ status: 204, body: '' })
  })
})

describe('a stop and a second start', () => {
  it.runIf(isLinux)('leaves no process and keeps all data', async () => {
    await scanned()
    const before = await processesNaming(instance.state)
    // serve, its guard and workerd.
    expect(before.length).toBeGreaterThanOrEqual(3)
    expect(before).toContain(instance.pid())
    const kept = await dataFiles()
    expect(await instance.terminate()).toBe(0)
    expect(await processesNaming(instance.state)).toEqual([])
    const left = await readdir(instance.state)
    for (const gone of ['local.json', 'lock', 'runtime.pid']) expect(left).not.toContain(gone)
    expect(await dataFiles()).toEqual(expect.arrayContaining([...kept]))
    await instance.restart()
  })

  it('answers the earlier scans, by the same keys and clock', async () => {
    const id = await scanned()
    const scan = await readScan(instance, account.key, id)
    const [key, before] = [instance.key(), await clock()]
    await instance.terminate()
    const asked = firstAnswer()
    await instance.restart()
    // Whoever reads local.json finds the service answering.
    expect(await asked).toBe(200)
    expect(instance.key()).toBe(key)
    expect(await readScan(instance, account.key, id)).toEqual(scan)
    const now = await clock()
    expect(now.offset_seconds).toBe(before.offset_seconds)
    expect(now.now_ms).toBeGreaterThan(before.now_ms)
  })

  it('refuses a second process on its state, in one line', async () => {
    const env = { PALISADE_STATE: instance.state, PORT: '0' }
    const run = await runCli(['serve'], env)
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(
      new RegExp(`^palisade: .* in use by process ${instance.pid()}\\..*\\n$`),
    )
    expect(await readFile(at('local.json'), 'utf8')).toContain(instance.url)
  })

  const endings: readonly (readonly [how: string, end: () => Promise<unknown>])[] = [
    ['was asked to stop', () => instance.terminate()],
    // Nobody tells workerd: its guard notices.
    ['was killed', async () => process.kill(instance.pid(), 'SIGKILL')],
  ]
  it.runIf(isLinux).each(endings)('carries on with a scan when the process %s', async (_, end) => {
    const id = await startScan(instance, account.key, app.url, { request_delay_ms: 10 })
    const asked = app.stats().requests
    await until(async () => app.stats().requests > asked + 10, READY_MS, 'the scan asks nothing')
    expect((await readScan(instance, account.key, id)).status).toBe('running')
    await end()
    await until(
      async () => (await processesNaming(instance.state)).length === 0,
      READY_MS,
      'left behind',
    )
    await instance.restart()
    expect((await readScan(instance, account.key, id)).status).toBe('running')
    // The lost unit's lease runs out, so that the scan goes on at once.
    await instance.advance(21)
    const scan = await untilEnded(instance, account.key, id, SCAN_MS)
    expect(scan).toMatchObject({ status: 'completed', error: null, results: { partial: false } })
    expect(score(truth, foundIn(scan))).toMatchObject({ missed: [], wrong: [] })
  })
})

describe('two instances', () => {
  it('do not disturb each other', async () => {
    const other = await startInstance()
    try {
      expect(other.url).not.toBe(instance.url)
      const theirs = await other.account(null)
      const foreign = await other.api('GET', '/api/scans', undefined, { key: account.key })
      expect(foreign).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
      const ids = await Promise.all([
        startScan(instance, account.key, app.url, QUICK),
        startScan(other, theirs.key, app.url, QUICK),
      ])
      const [mine, yours] = await Promise.all([
        untilEnded(instance, account.key, ids[0], SCAN_MS),
        untilEnded(other, theirs.key, ids[1], SCAN_MS),
      ])
      expect(fingerprintsOf(yours)).toEqual(fingerprintsOf(mine))
      await other.advance(DAY_S)
      expect(await other.terminate()).toBe(0)
      const read = () => readScan(instance, account.key, ids[0])
      expect(await waitFor(read, () => true, SCAN_MS)).toEqual(mine)
    } finally {
      await other.stop()
    }
  })
})
