import { ProbeError } from '../../http/exchange.ts'
import type { CertificateFacts } from '../../tls/certificate.ts'
import { TLS_HANDSHAKES, type TlsFacts } from '../../tls/facts.ts'
import type { CheckMeta, OriginContext, Sighting } from '../check.ts'

/** What the checks of TLS cost together: the first of them asks, the others read. */
export const HANDSHAKES = TLS_HANDSHAKES
/** What the checks that read the certificate have in common. */
export const ON_CERTIFICATE = {
  category: 'Transport security',
  severity: 'medium',
  owasp: 'A04:2025',
  owasp2021: 'A02:2021',
  maxRequests: HANDSHAKES,
  oncePer: 'origin',
  profile: 'gate',
  probes: ['ClientHello to {host}:{port}; the certificate is read from the answer'],
} as const satisfies Partial<CheckMeta>

export const isTls = (origin: URL): boolean => origin.protocol === 'https:'

/** The chain as it was sent, the server's own certificate first. Throws `tls_unknown` without one. */
export async function chainOf({
  tls,
}: Pick<OriginContext, 'tls'>): Promise<
  Readonly<{ facts: TlsFacts; leaf: CertificateFacts; chain: readonly CertificateFacts[] }>
> {
  const facts = await tls()
  const chain = facts.chain ?? []
  const [leaf] = chain
  if (leaf === undefined) {
    throw new ProbeError('tls_unknown', `Nothing is known of the certificate: ${facts.whyNoChain}.`)
  }
  return { facts, leaf, chain }
}

/** A handshake is no exchange: the finding stands beside an answer of the same origin. */
export const told = (
  { baseline }: Pick<OriginContext, 'baseline'>,
  sighting: Readonly<{ reason: string; note: string; discriminator?: string }> &
    Pick<Partial<Sighting>, 'confidence' | 'cvss'>,
): Sighting => {
  const { note, ...rest } = sighting
  return {
    confidence: 'confirmed',
    ...rest,
    location: 'origin',
    evidence: { exchange: baseline.first, match: null, note },
  }
}
