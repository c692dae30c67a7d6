import check from '../../src/scanner/checks/origin/tls.certificate.selfsigned.ts'
import { makeCertificate } from '../support/certificates.ts'
import { testCheck } from '../support/check-tester.ts'
import { factsOf, identity } from '../support/tls-lab.ts'

const site = { status: 200 }
const ca = makeCertificate({ cn: 'Test CA', isCa: true })
const issued = makeCertificate({ cn: 'shop.test', names: ['shop.test'], issuer: ca })
const own = makeCertificate({ cn: 'shop.test', names: ['shop.test'] })

testCheck(check, {
  clean: {
    'issued by an authority that is sent along': {
      site,
      tls: await factsOf({ tls: identity(issued, ca) }),
    },
    'issued by one that is not sent': { site, tls: await factsOf({ tls: identity(issued) }) },
  },
  found: {
    'issued by itself': {
      site,
      tls: await factsOf({ tls: identity(own) }),
      match: null,
      note: /`shop\.test` is issued by itself/,
    },
  },
  skipped: { 'plain HTTP': { url: 'http://shop.test/', site } },
})
