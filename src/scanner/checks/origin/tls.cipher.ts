import type { CvssVector } from '../../../report/finding.ts'
import { ProbeError } from '../../http/exchange.ts'
import type { WeakFamily } from '../../tls/suites.ts'
import { onOrigin } from '../check.ts'
import { HANDSHAKES, isTls, told } from '../support/tls.ts'

/** Who listens can read, and who stands between can change. */
const OPEN: CvssVector = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N'
/** Gigabytes of one connection must be seen. */
const LONG: CvssVector = 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N'
const FLAWS: Readonly<Record<WeakFamily, Readonly<{ flaw: string; cvss?: CvssVector }>>> = {
  null: { flaw: 'nothing is encrypted', cvss: OPEN },
  anonymous: { flaw: 'no certificate proves who answers', cvss: OPEN },
  export: { flaw: 'its keys have 56 bits or less', cvss: OPEN },
  rc4: { flaw: 'the key stream of RC4 is biased' },
  '3des': { flaw: 'blocks of 64 bits repeat within a long connection', cvss: LONG },
}

export default onOrigin({
  meta: {
    id: 'tls.cipher',
    title: 'Weak ciphers are still accepted',
    category: 'Transport security',
    severity: 'medium',
    owasp: 'A04:2025',
    owasp2021: 'A02:2021',
    cwe: 'CWE-327',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
    maxRequests: HANDSHAKES,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'null, anonymous, export, rc4 or 3des',
    probes: [
      'ClientHello with suites of one weak family alone to {host}:{port}, twice where it is accepted',
    ],
    description:
      'The server agrees to a cipher that does not protect what it encrypts: without encryption, without ' +
      'proof of who answers, with keys of 56 bits or less, or with RC4 or 3DES, whose output tells of the ' +
      'input.',
    remediation:
      'Offer AES-GCM and ChaCha20-Poly1305 with ECDHE only; take the list of a current guide rather than ' +
      'one of your own, and remove NULL, anonymous, EXPORT, DES, RC4 and 3DES.',
    references: [
      'https://www.rfc-editor.org/rfc/rfc9325',
      'https://www.rfc-editor.org/rfc/rfc7465',
      'https://cwe.mitre.org/data/definitions/327.html',
    ],
  },

  appliesTo: isTls,

  async *run(context) {
    const { weak, host } = await context.tls()
    for (const { family, told: answer, suite } of weak) {
      if (answer !== 'offered') continue
      const { flaw, ...score } = FLAWS[family]
      yield told(context, {
        reason: 'The server answered twice to an offer of such suites alone, and chose one.',
        discriminator: family,
        note: `${host} agrees to ${suite ?? 'a suite of this kind'}: ${flaw}.`,
        ...score,
      })
    }
    const isUnknown = weak.some(({ told: answer }) => answer === 'unknown')
    if (isUnknown) throw new ProbeError('tls_unknown', `${host} did not tell all that it accepts.`)
  },
})
