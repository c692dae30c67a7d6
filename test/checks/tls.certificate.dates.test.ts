import check from '../../src/scanner/checks/origin/tls.certificate.dates.ts'
import { makeCertificate, type Wish } from '../support/certificates.ts'
import { testCheck } from '../support/check-tester.ts'
import { factsOf, identity } from '../support/tls-lab.ts'

const DAY_MS = 86_400_000
const at = Date.parse('2026-03-01T00:00:00Z')
const inDays = (days: number) => new Date(at + days * DAY_MS)
const ca = makeCertificate({ cn: 'Test CA', isCa: true, from: inDays(-900), to: inDays(900) })
const site = { status: 200 }

/** What a real server with such a certificate tells, read at that moment. */
async function dated(from: number, to: number, issuer = ca) {
  const wish: Wish = { cn: 'shop.test', names: ['shop.test'], from: inDays(from), to: inDays(to) }
  return factsOf({ tls: identity(makeCertificate({ ...wish, issuer }), issuer) }, { at })
}
const oldCa = makeCertificate({ cn: 'Old CA', isCa: true, from: inDays(-900), to: inDays(-1) })

testCheck(check, {
  clean: {
    'a month left': { site, tls: await dated(-60, 30) },
    'since today': { site, tls: await dated(0, 90) },
  },
  found: {
    expired: {
      site,
      tls: await dated(-90, -1),
      match: null,
      discriminators: ['expired'],
      note: /expired on 2026-02-28/,
    },
    'not valid yet': {
      site,
      tls: await dated(1, 90),
      discriminators: ['not-yet'],
      note: /only from 2026-03-02/,
    },
    'an intermediate that expired': {
      site,
      tls: await dated(-30, 30, oldCa),
      discriminators: ['expired'],
      note: /`Old CA`/,
    },
    'a few days left': {
      site,
      tls: await dated(-80, 3),
      confidence: 'possible',
      discriminators: ['soon'],
    },
  },
  skipped: { 'plain HTTP': { url: 'http://shop.test/', site } },
})
