import { coversHost } from '../../tls/names.ts'
import { onOrigin } from '../check.ts'
import { chainOf, isTls, ON_CERTIFICATE, told } from '../support/tls.ts'

const NAMES_SHOWN = 10

export default onOrigin({
  meta: {
    ...ON_CERTIFICATE,
    id: 'tls.certificate.name',
    title: 'The certificate is for another name',
    cwe: 'CWE-295',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
    description:
      'None of the names in the certificate is the name under which the site was reached. A browser cannot ' +
      'tell the real server from one in between, and warns; people learn to pass that warning by.',
    remediation:
      'Have a certificate issued for every name that leads to the server, with and without www, and let the ' +
      'server choose it by the name that the client asks for.',
    references: [
      'https://www.rfc-editor.org/rfc/rfc9525',
      'https://cwe.mitre.org/data/definitions/295.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    ],
  },

  appliesTo: isTls,

  async *run(context) {
    const { facts, leaf } = await chainOf(context)
    if (leaf.names.some((name) => coversHost(name, context.origin.hostname))) return
    const names = leaf.names.slice(0, NAMES_SHOWN).join(', ')
    yield told(context, {
      reason: 'The names were read in the certificate, and none of them is the name of the host.',
      note: `The certificate of ${facts.host} is for ${names || `no name but the subject \`${leaf.subject}\``}.`,
    })
  },
})
