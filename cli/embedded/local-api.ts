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

/** Calls one of the `/api/local` endpoints that the embedded service offers to its parent. */
export async function callLocal(
  service: Readonly<{ url: string; key: string }>,
  name: 'bootstrap' | 'cron' | 'advance',
  body: Readonly<Record<string, number>> = {},
): Promise<void> {
  const answer = await fetch(new URL(`/api/local/${name}`, service.url), {
    method: 'POST',
    headers: { 'x-service-key': service.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`/api/local/${name} answered ${answer.status}: ${text}`)
}
