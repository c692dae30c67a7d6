import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { bootstrap } from '../../cli/embedded/local-api.ts'
import { openLog } from '../../cli/embedded/log.ts'
import { systemLookup } from '../../cli/embedded/resolver.ts'
import { freePort, startRuntime } from '../../cli/embedded/runtime.ts'
import { makeStateDir, newEncryptionKey, statePaths } from '../../cli/embedded/state.ts'
import { startSupervisor } from '../../cli/embedded/supervisor.ts'
import { bundleWorker } from '../../scripts/build.ts'
import { ask } from '../../test/support/e2e-http.ts'

export type BenchService = Awaited<ReturnType<typeof startBenchService>>

const ROOT = dirname(dirname(import.meta.dirname))
const Account = z.object({ key: z.string() })

/** The service with the routes of bench/workers/api.ts, in a state of its own. */
export async function startBenchService() {
  const dir = await mkdtemp(join(tmpdir(), 'palisade-bench-'))
  const paths = statePaths(dir)
  await makeStateDir(paths)
  const token = randomBytes(32).toString('hex')
  const log = openLog(paths.log, null)
  const supervisor = await startSupervisor({
    token,
    lookup: systemLookup,
    lookupTxt: () => Promise.resolve([]),
    saveClockOffset: () => Promise.resolve(),
  })
  const { modules } = await bundleWorker(ROOT, 'bench/workers/api.ts')
  const port = await freePort()
  const runtime = await startRuntime({
    paths,
    log,
    migrations: join(ROOT, 'migrations'),
    onRestart: () => Promise.reject(new Error('The runtime was started again during the bench.')),
    source: {
      modules,
      assetsDirectory: join(ROOT, 'public'),
      host: '127.0.0.1',
      port,
      hasBrowser: false,
      settings: {
        DOH_URL: `${supervisor.url}/dns-query`,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        ENCRYPTION_KEY: newEncryptionKey(),
        LOCAL_TOKEN: token,
        LOCAL_PORT: port,
        LOCAL_CLOCK_OFFSET_MS: 0,
        LOCAL_SUPERVISOR: supervisor.url,
        CHROME_WS_URL: '',
      },
    },
  })
  const { url } = runtime
  const operatorKey = await bootstrap(url, token, null)
  return {
    url,
    /** Makes an account without limits, so that none of them is measured; gives its key. */
    account: () => makeAccount(url, operatorKey),
    async stop() {
      await runtime.stop()
      await supervisor.close()
      log.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function makeAccount(url: string, operatorKey: string): Promise<string> {
  const answer = await ask(`${url}/api/local/accounts`, {
    method: 'POST',
    headers: { 'x-service-key': operatorKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@palisade.example', plan: 'gold', limits: null }),
  })
  return Account.parse(JSON.parse(answer.body)).key
}
