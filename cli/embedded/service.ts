import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { build } from '../../scripts/build.ts'
import { CliError, EXIT } from '../exit.ts'
import { ROOT } from '../root.ts'
import { callLocal, isHealthy } from './local-api.ts'
import { acquireLock } from './lock.ts'
import { openLog, type FileLog } from './log.ts'
import { newServiceKey } from './key.ts'
import { systemLookup } from './resolver.ts'
import { freePort, isPortTaken, portTaken, startRuntime } from './runtime.ts'
import {
  makeStateDir,
  newEncryptionKey,
  readClockOffset,
  readOrMakeSecret,
  writeClockOffset,
  type StatePaths,
} from './state.ts'
import { startSupervisor } from './supervisor.ts'

const HOST = '127.0.0.1'
const PORT_ATTEMPTS = 5
const CRON_INTERVAL_MS = 60_000

export type EmbeddedOptions = Readonly<{
  paths: StatePaths
  /** 0: any free port. */
  port: number
  /** Copies the log to standard error. */
  debug: boolean
}>
export type Embedded = Readonly<{ url: string; key: string; stop(): Promise<void> }>

type Secrets = Readonly<{ key: string; encryptionKey: string }>
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
function startCron(service: Readonly<{ url: string; key: string }>, log: FileLog): Cleanup {
  let running: Promise<void> | null = null
  const tick = () => {
    running ??= callLocal(service, 'cron')
      .catch((error: unknown) => log.line('error', `cron: ${String(error)}`))
      .finally(() => {
        running = null
      })
  }
  tick()
  const timer = setInterval(tick, CRON_INTERVAL_MS)
  return () => clearInterval(timer)
}

type World = Readonly<{ options: EmbeddedOptions; secrets: Secrets; log: FileLog }>

async function startOn(port: number, world: World, supervisorUrl: string) {
  const { paths } = world.options
  const service = { url: `http://${HOST}:${port}`, key: world.secrets.key }
  const startOffset = await readClockOffset(paths)
  const assetsDirectory = join(ROOT, 'public')
  await mkdir(assetsDirectory, { recursive: true })
  return startRuntime({
    paths,
    log: world.log,
    migrations: join(ROOT, 'migrations'),
    source: {
      script: await readFile(join(ROOT, 'dist/local.js'), 'utf8'),
      assetsDirectory,
      host: HOST,
      port,
      settings: {
        DOH_URL: `${supervisorUrl}/dns-query`,
        PUBLIC_URL: service.url,
        ENCRYPTION_KEY: world.secrets.encryptionKey,
        LOCAL_KEY: service.key,
        LOCAL_PORT: port,
        LOCAL_CLOCK_OFFSET_MS: startOffset,
        LOCAL_SUPERVISOR: supervisorUrl,
      },
    },
    onRestart: async () => {
      const movedMs = (await readClockOffset(paths)) - startOffset
      if (movedMs > 0) await callLocal(service, 'advance', { seconds: movedMs / 1000 })
    },
  })
}

/** Any free port may be taken by somebody else before it is bound: then another one is tried. */
async function startOnAPort(world: World, supervisorUrl: string) {
  const wanted = world.options.port
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted === 0 ? await freePort() : wanted
    try {
      return await startOn(port, world, supervisorUrl)
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
  await build({ root: ROOT })
  const log = openLog(paths.log, options.debug ? (line) => process.stderr.write(line) : null)
  cleanups.push(log.close)
  const secrets = {
    key: await readOrMakeSecret(paths.key, newServiceKey),
    encryptionKey: await readOrMakeSecret(paths.encryptionKey, newEncryptionKey),
  }
  const supervisor = await startSupervisor({
    lookup: systemLookup,
    token: secrets.key,
    saveClockOffset: (offsetMs) => writeClockOffset(paths, offsetMs),
  })
  cleanups.push(supervisor.close)
  const runtime = await startOnAPort({ options, secrets, log }, supervisor.url)
  cleanups.push(runtime.stop)
  const service = { url: runtime.url, key: secrets.key }
  await callLocal(service, 'bootstrap')
  if (!(await isHealthy(service.url))) throw new Error(`Not healthy; see ${paths.log}`)
  cleanups.push(startCron(service, log))
  return { ...service, stop: () => runAll(cleanups) }
}

async function runAll(cleanups: Cleanup[]): Promise<void> {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup()
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
