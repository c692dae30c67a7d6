import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { build } from '../../scripts/build.ts'
import { CliError, EXIT } from '../exit.ts'
import { SECOND } from '../../src/report/time.ts'
import { ROOT } from '../root.ts'
import type { Environment } from '../terminal.ts'
import { findBrowser, type LocalBrowser } from './browser.ts'
import { readIfPresent, writePrivate } from './files.ts'
import { waitForOrphan } from './guard.ts'
import { advanceClock, bootstrap, fireCron, isHealthy, type Service } from './local-api.ts'
import { acquireLock } from './lock.ts'
import { openLog, type FileLog } from './log.ts'
import { systemLookup, systemTxt } from './resolver.ts'
import { freePort, isPortTaken, portTaken, startRuntime, type Runtime } from './runtime.ts'
import {
  clockKeeper,
  makeStateDir,
  newEncryptionKey,
  readClockOffset,
  readOrMakeSecret,
  type StatePaths,
} from './state.ts'
import { startSupervisor } from './supervisor.ts'

const HOST = '127.0.0.1'
const PORT_ATTEMPTS = 5
const CRON_INTERVAL_MS = 60_000
const TOKEN_BYTES = 32
const HEALTH_ATTEMPTS = 40
const HEALTH_PAUSE_MS = 250
const Modules = z.array(z.object({ name: z.string(), text: z.string() }))

export type EmbeddedOptions = Readonly<{
  paths: StatePaths
  /** 0: any free port. */
  port: number
  /** Copies the log to standard error. */
  debug: boolean
  env: Environment
}>
export type Embedded = Readonly<{
  url: string
  key: string
  /** For people: what cannot be done here, and how it can. */
  notice: string | null
  stop(): Promise<void>
}>

type Cleanup = () => Promise<void> | void

async function lockState(paths: StatePaths): Promise<Cleanup> {
  await makeStateDir(paths)
  const answer = await acquireLock(paths.lock)
  if (answer.kind === 'held') return answer.lock.release
  const who = answer.pid === null ? 'another process' : `process ${answer.pid}`
  throw new CliError(
    EXIT.usage,
    `The state ${paths.dir} is in use by ${who}. Wait for it to end, or set PALISADE_STATE to another folder.`,
  )
}

/** Fires the cron handler at once and then every minute; one at a time. */
function startCron(service: Service, log: FileLog): Cleanup {
  let running: Promise<void> | null = null
  const tick = () => {
    running ??= fireCron(service)
      .catch((error: unknown) => log.line('error', `cron: ${String(error)}`))
      .finally(() => {
        running = null
      })
  }
  tick()
  const timer = setInterval(tick, CRON_INTERVAL_MS)
  return () => clearInterval(timer)
}

async function waitUntilHealthy(url: string, log: string): Promise<void> {
  for (let attempt = 1; !(await isHealthy(url)); attempt += 1) {
    if (attempt === HEALTH_ATTEMPTS) throw new Error(`The service does not answer; see ${log}`)
    await sleep(HEALTH_PAUSE_MS)
  }
}

type World = Readonly<{
  options: EmbeddedOptions
  log: FileLog
  encryptionKey: string
  token: string
  supervisorUrl: string
  browser: LocalBrowser
}>

/** Makes sure of the account, and keeps its key in the state. */
async function signIn(paths: StatePaths, url: string, token: string): Promise<Service> {
  const known = (await readIfPresent(paths.key))?.trim() || null
  const key = await bootstrap(url, token, known)
  if (key !== known) await writePrivate(paths.key, `${key}\n`)
  return { url, key }
}

async function startOn(port: number, world: World): Promise<Runtime> {
  const { paths } = world.options
  const url = `http://${HOST}:${port}`
  const startOffset = await readClockOffset(paths)
  return startRuntime({
    paths,
    log: world.log,
    migrations: join(ROOT, 'migrations'),
    source: {
      modules: Modules.parse(JSON.parse(await readFile(join(ROOT, 'dist/local.json'), 'utf8'))),
      assetsDirectory: join(ROOT, 'public'),
      host: HOST,
      port,
      hasBrowser: world.browser.isThere,
      settings: {
        DOH_URL: `${world.supervisorUrl}/dns-query`,
        PUBLIC_URL: url,
        ENCRYPTION_KEY: world.encryptionKey,
        LOCAL_TOKEN: world.token,
        LOCAL_PORT: port,
        LOCAL_CLOCK_OFFSET_MS: startOffset,
        LOCAL_SUPERVISOR: world.supervisorUrl,
        CHROME_WS_URL: world.browser.chromeUrl,
      },
    },
    onRestart: async () => {
      const service = await signIn(paths, url, world.token)
      const movedMs = (await readClockOffset(paths)) - startOffset
      if (movedMs > 0) await advanceClock(service, movedMs / SECOND)
    },
  })
}

/** Any free port may be taken by somebody else before it is bound: then another one is tried. */
async function startOnAPort(world: World): Promise<Runtime> {
  const wanted = world.options.port
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted === 0 ? await freePort() : wanted
    try {
      return await startOn(port, world)
    } catch (error) {
      if (!isPortTaken(error)) throw error
      if (wanted !== 0 || attempt === PORT_ATTEMPTS) throw portTaken(port)
    }
  }
}

async function startAll(options: EmbeddedOptions, cleanups: Cleanup[]): Promise<Embedded> {
  const { paths } = options
  cleanups.push(await lockState(paths))
  await rm(paths.localJson, { force: true })
  await waitForOrphan(paths.runtimePid)
  await mkdir(join(ROOT, 'public'), { recursive: true })
  await build({ root: ROOT })
  const log = openLog(paths.log, options.debug ? (line) => process.stderr.write(line) : null)
  cleanups.push(log.close)
  const encryptionKey = await readOrMakeSecret(paths.encryptionKey, newEncryptionKey)
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const supervisor = await startSupervisor({
    lookup: systemLookup,
    lookupTxt: systemTxt,
    token,
    saveClockOffset: clockKeeper(paths),
  })
  cleanups.push(supervisor.close)
  const browser = await findBrowser(paths.browserCache, options.env)
  const world = { options, log, encryptionKey, token, supervisorUrl: supervisor.url, browser }
  const runtime = await startOnAPort(world)
  cleanups.push(runtime.stop)
  const service = await signIn(paths, runtime.url, token)
  await waitUntilHealthy(service.url, paths.log)
  cleanups.push(startCron(service, log))
  return { ...service, notice: browser.notice, stop: () => runAll(cleanups) }
}

/** Last made, first ended. One that fails keeps none of the others from its turn. */
async function runAll(cleanups: Cleanup[]): Promise<void> {
  const cleanup = cleanups.pop()
  if (!cleanup) return
  try {
    await cleanup()
  } finally {
    await runAll(cleanups)
  }
}

/**
 * Starts the whole service on loopback with its state in `paths.dir`: locked, built, migrated,
 * with its account, and answering. Throws CliError when the state or the port is taken.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cleanups: Cleanup[] = []
  try {
    return await startAll(options, cleanups)
  } catch (error) {
    await runAll(cleanups)
    throw error
  }
}
