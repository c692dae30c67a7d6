import type { CertificateFacts } from '../../tls/certificate.ts'
import { onOrigin } from '../check.ts'
import { chainOf, isTls, ON_CERTIFICATE, told } from '../support/tls.ts'

/** NIST SP 800-57: below 112 bits of security. */
const LEAST_BITS: Readonly<Record<string, number>> = { rsa: 2048, dsa: 2048, ec: 224 }
const WEAK_DIGESTS: ReadonlySet<CertificateFacts['digest']> = new Set(['md2', 'md5', 'sha1'])

const hasWeakKey = ({ key }: CertificateFacts): boolean =>
  key.bits !== null && key.bits < (LEAST_BITS[key.kind] ?? 0)

export default onOrigin({
  meta: {
    ...ON_CERTIFICATE,
    id: 'tls.certificate.strength',
    title: 'The certificate rests on a weak key or signature',
    cwe: 'CWE-326',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
    discriminator: 'key or signature',
    description:
      'A certificate of the chain has a key that can be computed with known means, or is signed over MD5 or ' +
      'SHA-1, of which forgeries have been shown. Who makes use of that can act as the server.',
    remediation:
      'Make a new key, of 2048 bits or more for RSA or on P-256, and have a certificate issued for it that ' +
      'is signed over SHA-256. Replace intermediates of old, too.',
    references: [
      'https://csrc.nist.gov/pubs/sp/800/57/pt1/r5/final',
      'https://shattered.io/',
      'https://cwe.mitre.org/data/definitions/326.html',
    ],
  },

  appliesTo: isTls,

  async *run(context) {
    const { facts, chain } = await chainOf(context)
    const weakKey = chain.find(hasWeakKey)
    if (weakKey !== undefined) {
      const { kind, bits } = weakKey.key
      yield told(context, {
        reason: 'The size of the key was read in the certificate.',
        discriminator: 'key',
        note: `${facts.host} sends a certificate for \`${weakKey.subject}\` with a key of ${bits ?? '?'} bits (${kind}).`,
      })
    }
    // A root is trusted for its key: its own signature proves nothing, whatever its digest.
    const weakSign = chain.find(
      ({ digest, isSelfIssued }, nth) => WEAK_DIGESTS.has(digest) && (nth === 0 || !isSelfIssued),
    )
    if (weakSign !== undefined) {
      yield told(context, {
        reason: 'The algorithm was read in the certificate.',
        discriminator: 'signature',
        note: `${facts.host} sends a certificate for \`${weakSign.subject}\` that is signed over ${weakSign.digest}.`,
      })
    }
  },
})
