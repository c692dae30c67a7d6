import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readIfPresent, writePrivate } from '../../../cli/embedded/files.ts'
import { acquireLock, isAlive } from '../../../cli/embedded/lock.ts'
import { statementsOf } from '../../../cli/embedded/migrations.ts'
import {
  clockKeeper,
  makeStateDir,
  newEncryptionKey,
  readClockOffset,
  readLocalJson,
  readOrMakeSecret,
  stateDirOf,
  statePaths,
  type StatePaths,
} from '../../../cli/embedded/state.ts'

let paths: StatePaths
beforeEach(async () => {
  paths = statePaths(await mkdtemp(join(tmpdir(), 'palisade-state-')))
})
afterEach(() => rm(paths.dir, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777
/** A process that has ended: its id is of nobody, or of somebody who started later. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid

describe('lock', () => {
  it('is held by one, until it is released', async () => {
    const first = await acquireLock(paths.lock)
    expect(first.kind).toBe('held')
    expect(await acquireLock(paths.lock)).toEqual({ kind: 'taken', pid: process.pid })
    if (first.kind === 'held') await first.lock.release()
    expect((await acquireLock(paths.lock)).kind).toBe('held')
  })

  const STALE = [
    ['a dead process', () => JSON.stringify({ pid: deadPid(), started: '1' })],
    ['half a file', () => '{"pid":'],
    ['another content', () => '{}'],
  ] as const
  it.each(STALE)('of %s is taken over', async (_, content) => {
    await writeFile(paths.lock, content())
    expect((await acquireLock(paths.lock)).kind).toBe('held')
    expect(await readFile(paths.lock, 'utf8')).toContain(`"pid":${process.pid}`)
  })

  it.runIf(process.platform === 'linux')('of a reused process id is taken over', async () => {
    await writeFile(paths.lock, JSON.stringify({ pid: process.pid, started: '1' }))
    expect((await acquireLock(paths.lock)).kind).toBe('held')
  })

  it('goes to one of many that find it stale at once', async () => {
    await writeFile(paths.lock, JSON.stringify({ pid: deadPid(), started: '1' }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => acquireLock(paths.lock)))
    expect(answers.filter(({ kind }) => kind === 'held')).toHaveLength(1)
  })

  it('recovers from a takeover that died in the middle', async () => {
    const gate = `${paths.lock}.takeover`
    await writeFile(paths.lock, '{}')
    await writeFile(gate, '')
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(gate, longAgo, longAgo)
    expect((await acquireLock(paths.lock)).kind).toBe('taken')
    expect((await acquireLock(paths.lock)).kind).toBe('held')
  })

  it('tells living processes from ended ones', () => {
    expect(isAlive(process.pid)).toBe(true)
    expect(isAlive(deadPid())).toBe(false)
  })
})

describe('state', () => {
  it('is where PALISADE_STATE says, else in the current folder', () => {
    expect(stateDirOf({}, '/home/me')).toBe('/home/me/.palisade')
    expect(stateDirOf({ PALISADE_STATE: 'mine' }, '/home/me')).toBe('/home/me/mine')
    expect(stateDirOf({ PALISADE_STATE: '/var/p' }, '/home/me')).toBe('/var/p')
  })

  it('is for its owner only', async () => {
    const fresh = statePaths(join(paths.dir, 'deep', 'state'))
    await makeStateDir(fresh)
    expect(await modeOf(fresh.dir)).toBe(0o700)
    await writePrivate(fresh.localJson, '{}')
    expect(await modeOf(fresh.localJson)).toBe(0o600)
  })

  it('makes its encryption key once', async () => {
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => readOrMakeSecret(paths.encryptionKey, newEncryptionKey)),
    )
    expect(new Set(keys).size).toBe(1)
    expect(Buffer.from(keys[0] ?? '', 'base64')).toHaveLength(32)
    expect(await modeOf(paths.encryptionKey)).toBe(0o600)
  })

  it('does not start with an empty key', async () => {
    await writeFile(paths.encryptionKey, '\n')
    await expect(readOrMakeSecret(paths.encryptionKey, newEncryptionKey)).rejects.toThrow('empty')
  })

  it.each(['{', '{}', '{"url":"nowhere","key":"k","pid":1}', ''])(
    'takes %j in local.json for nothing',
    async (text) => {
      await writeFile(paths.localJson, text)
      expect(await readLocalJson(paths)).toBeNull()
    },
  )

  it('reads what serve wrote', async () => {
    const local = { url: 'http://127.0.0.1:8787', key: 'psk_live_x', pid: 7 }
    await writePrivate(paths.localJson, JSON.stringify(local))
    expect(await readLocalJson(paths)).toEqual(local)
    expect(await readLocalJson(statePaths(join(paths.dir, 'nowhere')))).toBeNull()
  })

  it('keeps a clock that only moves forward', async () => {
    expect(await readClockOffset(paths)).toBe(0)
    const keep = clockKeeper(paths)
    await Promise.all([keep(5000), keep(60_000), keep(7000)])
    expect(await readClockOffset(paths)).toBe(60_000)
    expect(await readIfPresent(`${paths.clock}.tmp`)).toBeNull()
  })
})

describe('migrations', () => {
  it('are cut into their statements', () => {
    const sql = 'CREATE TABLE `a` (`x` int);\n--> statement-breakpoint\nCREATE INDEX `b` ON `a`;\n'
    expect(statementsOf(sql)).toEqual(['CREATE TABLE `a` (`x` int);', 'CREATE INDEX `b` ON `a`;'])
    expect(statementsOf('\n')).toEqual([])
  })
})
