import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const NAME = process.env['CHROME_PATH'] ?? 'chromium'
export const HAS_CHROMIUM = spawnSync(NAME, ['--version']).status === 0
const START_TRIES = 100
const START_PAUSE_MS = 200

export type Page = Readonly<{
  /** URLs that were asked for while the page loaded. */
  open(url: string): Promise<readonly string[]>
  /** The value of an expression, which may be a promise. */
  evaluate(expression: string): Promise<unknown>
}>

type Message = Readonly<{ id?: number; method?: string; params?: unknown; result?: unknown }>

/** Runs a task on a page of a headless Chromium of its own, by the DevTools protocol. */
export async function withPage<T>(task: (page: Page) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'palisade-chromium-'))
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0']
  const child = spawn(NAME, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: 'ignore',
  })
  try {
    const port = await portOf(join(folder, 'DevToolsActivePort'))
    const targets: readonly { type: string; webSocketDebuggerUrl: string }[] = await (
      await fetch(`http://127.0.0.1:${port}/json`)
    ).json()
    const target = targets.find(({ type }) => type === 'page')
    if (target === undefined) throw new Error('Chromium has no page')
    const socket = new WebSocket(target.webSocketDebuggerUrl)
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
    return await task(pageOf(socket))
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function portOf(file: string): Promise<string> {
  for (let attempt = 0; attempt < START_TRIES; attempt += 1) {
    const [port = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (port !== '') return port
    await sleep(START_PAUSE_MS)
  }
  throw new Error('Chromium did not start')
}

function pageOf(socket: WebSocket): Page {
  const waiting = new Map<number, (result: unknown) => void>()
  const heard = new Map<string, (params: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result }: Message = JSON.parse(String(data))
    if (id !== undefined) waiting.get(id)?.(result)
    else if (method !== undefined) heard.get(method)?.(params)
  })
  const send = (method: string, params: object = {}): Promise<unknown> => {
    const id = waiting.size + 1
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve) => waiting.set(id, resolve))
  }
  return {
    async open(url) {
      const asked: string[] = []
      heard.set('Network.requestWillBeSent', (params) => {
        asked.push((params as { request: { url: string } }).request.url)
      })
      const loaded = new Promise((resolve) => heard.set('Page.loadEventFired', resolve))
      await send('Network.enable')
      await send('Page.enable')
      await send('Page.navigate', { url })
      await loaded
      return asked
    },
    async evaluate(expression) {
      const answer = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })
      const { result, exceptionDetails } = answer as {
        result: { value?: unknown }
        exceptionDetails?: { text: string }
      }
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
      return result.value
    },
  }
}
