import { isoSeconds, DAY } from '../../../report/time.ts'
import { onOrigin } from '../check.ts'
import { chainOf, isTls, ON_CERTIFICATE, told } from '../support/tls.ts'

/** Certificates of 90 days are renewed with 30 days left; at a week something has gone wrong. */
const SOON_MS = 7 * DAY

export default onOrigin({
  meta: {
    ...ON_CERTIFICATE,
    id: 'tls.certificate.dates',
    title: 'The certificate is outside of its dates',
    cwe: 'CWE-295',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
    discriminator: 'expired, not-yet or soon',
    description:
      'A certificate of the chain has expired, is not valid yet, or expires within days. Browsers warn of ' +
      'such a site, and those who learn to pass the warning by will do so for an attacker too.',
    remediation:
      'Renew the certificate, install it with its whole chain, and let a client such as certbot renew it by ' +
      'itself a month before its end. Watch the date from outside.',
    references: [
      'https://www.rfc-editor.org/rfc/rfc5280',
      'https://cwe.mitre.org/data/definitions/295.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    ],
  },

  appliesTo: isTls,

  async *run(context) {
    const { facts, leaf, chain } = await chainOf(context)
    const { at, host } = facts
    const off = chain.find(({ notBefore, notAfter }) => at > notAfter || at < notBefore)
    const isOver = off !== undefined && at > off.notAfter
    if (off !== undefined) {
      const date = isoSeconds(isOver ? off.notAfter : off.notBefore)
      yield told(context, {
        reason: 'Its dates were read in the certificate, and compared with the clock.',
        discriminator: isOver ? 'expired' : 'not-yet',
        note: `${host} sends a certificate for \`${off.subject}\` that ${isOver ? 'expired on' : 'is valid only from'} ${date} UTC.`,
      })
    } else if (leaf.notAfter - at < SOON_MS) {
      yield told(context, {
        confidence: 'possible',
        reason: 'It is valid today; whether it will be renewed in time cannot be seen.',
        discriminator: 'soon',
        note: `The certificate of ${host} expires on ${isoSeconds(leaf.notAfter)} UTC.`,
      })
    }
  },
})
