import { z } from 'zod'

import { hasCode } from './files.ts'

const HEALTH_TIMEOUT_MS = 2000
const CALL_TIMEOUT_MS = 60_000

const isConnectFailure = (error: unknown): boolean =>
  error instanceof DOMException || (error instanceof TypeError && error.message === 'fetch failed')

/** True when a service answers `GET /api/health` with 200 at this address. */
export async function isHealthy(url: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/api/health', url), {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return answer.status === 200
  } catch (error) {
    if (isConnectFailure(error) || hasCode(error, 'ECONNREFUSED')) return false
    throw error
  }
}

type Call = Readonly<{ headers: Readonly<Record<string, string>>; body: unknown }>

async function post(url: string, name: string, { headers, body }: Call): Promise<string> {
  const answer = await fetch(new URL(`/api/local/${name}`, url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`/api/local/${name} answered ${answer.status}: ${text}`)
  return text
}

const Bootstrapped = z.object({ key: z.string().min(1) })

/** Makes sure that the person at this machine has an account, and answers its key. */
export async function bootstrap(url: string, token: string, key: string | null): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const text = await post(url, 'bootstrap', { headers, body: { key } })
  return Bootstrapped.parse(JSON.parse(text)).key
}

export type Service = Readonly<{ url: string; key: string }>

export async function fireCron({ url, key }: Service): Promise<void> {
  await post(url, 'cron', { headers: { 'x-service-key': key }, body: {} })
}

export async function advanceClock({ url, key }: Service, seconds: number): Promise<void> {
  await post(url, 'advance', { headers: { 'x-service-key': key }, body: { seconds } })
}
