import { onOrigin } from '../check.ts'
import { chainOf, isTls, ON_CERTIFICATE, told } from '../support/tls.ts'

export default onOrigin({
  meta: {
    ...ON_CERTIFICATE,
    id: 'tls.certificate.selfsigned',
    title: 'The certificate vouches for itself',
    cwe: 'CWE-295',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
    description:
      'The server shows a certificate that nobody but itself has signed. Clients that do not know it ' +
      'beforehand cannot tell it from one that an attacker has made, and either refuse it or take any.',
    remediation:
      'Have the certificate issued by an authority that clients trust: a public one at no cost by ACME, or ' +
      'for inner use one of your own whose root the clients have been given.',
    references: [
      'https://www.rfc-editor.org/rfc/rfc5280',
      'https://cwe.mitre.org/data/definitions/295.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    ],
  },

  appliesTo: isTls,

  async *run(context) {
    const { facts, leaf } = await chainOf(context)
    if (!leaf.isSelfIssued) return
    yield told(context, {
      reason: 'Subject and issuer of the certificate are one and the same.',
      note: `The certificate of ${facts.host} for \`${leaf.subject}\` is issued by itself.`,
    })
  },
})
