import { ProbeError } from '../../http/exchange.ts'
import { onOrigin } from '../check.ts'
import { HANDSHAKES, isTls, told } from '../support/tls.ts'

/** RFC 7568 and RFC 8996 withdrew them. */
const OLD: ReadonlySet<string> = new Set(['SSL 3.0', 'TLS 1.0', 'TLS 1.1'])

export default onOrigin({
  meta: {
    id: 'tls.protocol',
    title: 'Old versions of TLS are still accepted',
    category: 'Transport security',
    severity: 'medium',
    owasp: 'A04:2025',
    owasp2021: 'A02:2021',
    cwe: 'CWE-326',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
    maxRequests: HANDSHAKES,
    oncePer: 'origin',
    profile: 'gate',
    probes: [
      'ClientHello of SSL 3.0, TLS 1.0 and TLS 1.1 to {host}:{port}, twice where it is accepted',
    ],
    description:
      'The server agrees to a version of TLS that has been withdrawn: their ciphers and digests are broken ' +
      'or weak, and who stands on the network path can bring a client to use one that it would not choose.',
    remediation:
      'Offer TLS 1.2 and TLS 1.3 only, and switch SSL 3.0, TLS 1.0 and TLS 1.1 off at everything that ends ' +
      'TLS: server, load balancer, content network.',
    references: [
      'https://www.rfc-editor.org/rfc/rfc8996',
      'https://cwe.mitre.org/data/definitions/326.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    ],
  },

  appliesTo: isTls,

  async *run(context) {
    const { protocols, host } = await context.tls()
    const old = protocols.filter(({ name }) => OLD.has(name))
    const offered = old.filter(({ told }) => told === 'offered').map(({ name }) => name)
    if (offered.length > 0) {
      yield told(context, {
        reason: 'The server answered twice to an offer of that version alone, and chose it.',
        note: `${host} agrees to ${offered.join(', ')}.`,
      })
    } else if (old.some(({ told }) => told === 'unknown')) {
      throw new ProbeError('tls_unknown', `${host} did not tell which versions it speaks.`)
    }
  },
})
