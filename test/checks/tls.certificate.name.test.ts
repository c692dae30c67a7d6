import check from '../../src/scanner/checks/origin/tls.certificate.name.ts'
import { makeCertificate, type Wish } from '../support/certificates.ts'
import { testCheck } from '../support/check-tester.ts'
import { factsOf, identity } from '../support/tls-lab.ts'

const site = { status: 200 }
const named = (over: Partial<Wish>) =>
  factsOf({ tls: identity(makeCertificate({ cn: 'shop.test', ...over })) })

const exact = await named({ names: ['other.test', 'shop.test'] })
const wildcard = await named({ names: ['*.shop.test'] })

testCheck(check, {
  clean: {
    'one of its names': { site, tls: exact },
    'a wildcard for the first label': { url: 'https://www.shop.test/', site, tls: wildcard },
    'an address': { url: 'https://192.0.2.1/', site, tls: await named({ ips: ['192.0.2.1'] }) },
  },
  found: {
    'another name': {
      site,
      tls: await named({ names: ['other.test'] }),
      match: null,
      note: /is for other\.test/,
    },
    'the subject alone, which nobody reads': {
      site,
      tls: await named({}),
      note: /no name but the subject `shop\.test`/,
    },
    'a wildcard does not stand for nothing': { site, tls: wildcard, note: /\*\.shop\.test/ },
    'nor for two labels': { url: 'https://a.b.shop.test/', site, tls: wildcard },
    'another address': {
      url: 'https://192.0.2.2/',
      site,
      tls: await named({ ips: ['192.0.2.1'] }),
    },
  },
  skipped: { 'plain HTTP': { url: 'http://shop.test/', site } },
})
