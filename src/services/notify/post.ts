import type { DeliveryRow } from '../../db/deliveries.ts'
import { LIMITS } from '../../limits.ts'
import { webhookBody } from '../../notify/body.ts'
import type { Facts } from '../../notify/facts.ts'
import { BodyFormatSchema } from '../../notify/receiver.ts'
import type { Outcome } from '../../notify/retry.ts'
import { signatureHeaders } from '../../notify/signature.ts'
import { SECOND } from '../../report/time.ts'
import { isProbeError } from '../../scanner/http/exchange.ts'
import { isGuardRefusal, type GuardRefusal } from '../../scanner/http/guard-refusal.ts'
import { signingSecrets } from '../webhooks/secrets.ts'
import { openUrl } from './open-url.ts'
import type { DeliveryDeps } from './ports.ts'

/**
 * One attempt at a webhook. The guard looks at the receiver again, however long ago it was set. The
 * answer's status decides; its body is not read, and redirects are not followed.
 */
export async function postWebhook(
  deps: DeliveryDeps,
  delivery: DeliveryRow,
  facts: Facts,
): Promise<Outcome> {
  const text = delivery.urlCt && (await openUrl(deps.vault, delivery.urlCt, delivery.id))
  if (text === null) return { kind: 'refused', reason: 'Its URL is not readable: set it again.' }
  const url = new URL(text)
  const body = webhookBody(BodyFormatSchema.parse(delivery.format), facts)
  const headers = await headersOf(deps, delivery, body)
  try {
    await deps.guard.assertMayConnect(url, 'webhook')
    const { status } = await deps.transport(
      { method: 'POST', url, headers, body },
      { signal: AbortSignal.timeout(LIMITS.webhookTimeoutMs), maxBytes: 0 },
    )
    return { kind: 'answered', status }
  } catch (error) {
    if (isGuardRefusal(error)) return refusedBy(error)
    if (isProbeError(error)) return { kind: 'unreachable', reason: reasonOf(error) }
    throw error
  }
}

async function headersOf(
  deps: DeliveryDeps,
  delivery: DeliveryRow,
  body: string,
): Promise<Headers> {
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'user-agent': deps.userAgent,
    accept: '*/*',
  })
  // Chat platforms get no signature (API document, Authentication 4).
  if (delivery.format !== 'generic') return headers
  const secrets = await signingSecrets(deps, delivery.accountId)
  const signed = signatureHeaders({ body, secrets, id: delivery.id, at: deps.now() })
  for (const [name, value] of Object.entries(signed)) headers.set(name, value)
  return headers
}

/** A name that is not found may be there again in a moment; an address out of bounds will not. */
const refusedBy = ({ reason, message }: GuardRefusal): Outcome =>
  reason === 'nxdomain' || reason === 'resolver_unavailable'
    ? { kind: 'unreachable', reason: message }
    : { kind: 'refused', reason: message }

const reasonOf = (error: Readonly<{ kind: string; message: string }>): string =>
  error.kind === 'timeout'
    ? `No answer within ${LIMITS.webhookTimeoutMs / SECOND} seconds.`
    : error.message
