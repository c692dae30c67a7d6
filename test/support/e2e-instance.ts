import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { ask, type Answer, type Ask } from './e2e-http.ts'
import { freePort } from './free-port.ts'
import { tie } from './tie.ts'

const READY_MS = 90_000
const STOP_MS = 60_000
const OUTPUT_CHARS = 20_000
const POLL_MS = 50

const LocalFile = z.object({ url: z.url(), key: z.string().min(1), pid: z.int() })
const Account = z.object({ account_id: z.string(), key: z.string() })
export type Account = z.infer<typeof Account>

/** `limits: null` lifts every limit; see `POST /api/local/accounts`. */
export type Limits = Readonly<Record<string, number | null>> | null
export type Call = Readonly<{ key?: string; headers?: Readonly<Record<string, string>> }>
export type Reply = Readonly<{ status: number; headers: Answer['headers']; body: unknown }>

/** A running service, to be asked and not to be ended: others may use it too. */
export type Service = Readonly<{
  url: string
  state: string
  key(): string
  api(method: string, path: string, body?: unknown, call?: Call): Promise<Reply>
  account(limits?: Limits): Promise<Account>
  /** Moves the service's clock; what becomes due fires. */
  advance(seconds: number): Promise<void>
}>

/** The whole service in a process of its own, with state in a folder of its own. */
export type Instance = Service &
  Readonly<{
    /** The process and everything it started, without a word of warning. */
    kill9(): Promise<void>
    restart(): Promise<void>
    pid(): number
    /** Asks it to stop and gives its exit code; its state stays. */
    terminate(): Promise<number | null>
    /** Like `terminate`, and its state goes. */
    stop(): Promise<number | null>
    output(): string
  }>

type Running = Readonly<{ child: ChildProcess; ended: Promise<number | null>; output(): string }>

/** Most tests need none, and it takes its time: those that do say `on`. */
const NO_BROWSER = { PALISADE_BROWSER: 'off' }

const shared = new Map<string, Promise<Instance>>()

/** The service of all files of this process that share one: each start takes seconds. Ends with the process. */
export function sharedService(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const name = JSON.stringify(env)
  const service = shared.get(name) ?? startInstance(env)
  shared.set(name, service)
  return service
}

/** The shared service, and an account of it without limits that nobody else uses. */
export async function openAccount() {
  const instance = await sharedService()
  return { instance, account: await instance.account(null) }
}

/** `env`: what the process is given beside its port and its state. */
export async function startInstance(env: Readonly<Record<string, string>> = {}): Promise<Instance> {
  const state = await mkdtemp(path.join(tmpdir(), 'palisade-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const boot = () => launch(url, { ...env, PORT: String(port), PALISADE_STATE: state })
  let { running, key } = await boot()

  const api: Instance['api'] = async (method, path, body, call = {}) => {
    const headers: Record<string, string> = { 'x-service-key': call.key ?? key, ...call.headers }
    const options: Ask = { method, headers, leavesStreams: true }
    if (body === undefined) return toReply(await ask(url + path, options))
    headers['content-type'] ??= 'application/json'
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return toReply(await ask(url + path, { ...options, body: text }))
  }

  return {
    url,
    state,
    key: () => key,
    api,
    output: () => running.output(),
    async account(limits = null) {
      const email = `${crypto.randomUUID()}@e2e.example`
      const reply = await api('POST', '/api/local/accounts', { email, plan: 'gold', limits })
      if (reply.status !== 201) throw new Error(`no account: ${JSON.stringify(reply.body)}`)
      return Account.parse(reply.body)
    },
    async advance(seconds) {
      const reply = await api('POST', '/api/local/advance', { seconds })
      if (reply.status !== 200) throw new Error(`no advance: ${JSON.stringify(reply.body)}`)
    },
    async kill9() {
      signalGroup(running.child, 'SIGKILL')
      await running.ended
    },
    async restart() {
      ;({ running, key } = await boot())
    },
    pid: () => running.child.pid ?? 0,
    terminate: () => terminate(running),
    async stop() {
      try {
        return await terminate(running)
      } finally {
        await rm(state, { recursive: true, force: true })
      }
    },
  }
}

async function terminate({ child, ended, output }: Running): Promise<number | null> {
  child.kill('SIGTERM')
  const late = wait(STOP_MS, undefined, { ref: false })
  const code = await Promise.race([ended, late])
  signalGroup(child, 'SIGKILL')
  if (code === undefined) throw new Error(`still there after SIGTERM\n${output()}`)
  return code
}

async function launch(url: string, env: Readonly<Record<string, string>>) {
  const running = run(['serve'], env)
  const file = path.join(env['PALISADE_STATE'] ?? '.', 'local.json')
  const started = Date.now()
  let code: number | null | undefined
  void running.ended.then((value) => (code = value))
  while (Date.now() - started < READY_MS) {
    if (code !== undefined) throw new Error(`serve ended with ${code}\n${running.output()}`)
    const local = await readLocal(file)
    if (local !== null && local.pid === running.child.pid && (await isHealthy(url))) {
      return { running, key: local.key }
    }
    await wait(POLL_MS)
  }
  signalGroup(running.child, 'SIGKILL')
  throw new Error(`serve was not ready in time\n${running.output()}`)
}

/** Starts the CLI in a process group of its own, so that nothing it starts can outlive it here. */
function run(args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, ['cli/palisade.mjs', ...args], {
    env: { ...process.env, ...NO_BROWSER, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const keep = (part: Buffer) => (text = (text + part.toString('utf8')).slice(-OUTPUT_CHARS))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const untie = tie(child, env['PALISADE_STATE'] ?? '')
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      untie()
      resolve(code)
    })
  })
  return { child, ended, output: () => text }
}

export type CliResult = Readonly<{ code: number | null; stdout: string; stderr: string }>

/** Runs one command of the CLI to its end; `interruptWhen` sends SIGINT once it matches stderr. */
export function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  interruptWhen?: RegExp,
): Promise<CliResult> {
  const child = spawn(process.execPath, ['cli/palisade.mjs', ...args], {
    env: { ...process.env, ...NO_BROWSER, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  let isInterrupted = false
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString('utf8')))
  child.stderr.on('data', (part: Buffer) => {
    stderr += part.toString('utf8')
    if (isInterrupted || interruptWhen?.test(stderr) !== true) return
    isInterrupted = true
    child.kill('SIGINT')
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // ESRCH: the group has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function readLocal(file: string): Promise<z.infer<typeof LocalFile> | null> {
  try {
    return LocalFile.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

const isHealthy = (url: string): Promise<boolean> =>
  ask(`${url}/api/health`, { timeoutMs: 2000 }).then(
    (answer) => answer.status === 200,
    () => false,
  )

const toReply = ({ status, headers, body }: Answer): Reply => ({
  status,
  headers,
  body: headers['content-type']?.includes('json') ? JSON.parse(body) : body,
})
