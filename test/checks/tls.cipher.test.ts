import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/origin/tls.cipher.ts'
import type { TlsFacts } from '../../src/scanner/tls/facts.ts'
import type { WeakFamily } from '../../src/scanner/tls/suites.ts'
import { makeCertificate } from '../support/certificates.ts'
import { runCheck } from '../support/check-run.ts'
import { testCheck } from '../support/check-tester.ts'
import { factsOf, identity } from '../support/tls-lab.ts'

const rsa = makeCertificate({ cn: 'shop.test', names: ['shop.test'], key: 'rsa2048' })
const site = { status: 200 }

const modern = await factsOf({ tls: identity(rsa) })
const strict = await factsOf({ tls: { ...identity(rsa), ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' } })
const ciphers = 'AECDH-AES128-SHA:NULL-SHA256:AES128-SHA:@SECLEVEL=0'
const open = await factsOf({ tls: { ...identity(rsa), ciphers, maxVersion: 'TLSv1.2' } })
/** OpenSSL no longer has the others: as `open` told its own, an older server would tell these. */
const agreeing = (family: WeakFamily, suite: string): TlsFacts => ({
  ...modern,
  weak: modern.weak.map((fact) =>
    fact.family === family ? { family, told: 'offered', suite } : fact,
  ),
})

testCheck(check, {
  clean: {
    'what a server offers unasked': { site, tls: modern },
    'one suite of today': { site, tls: strict },
  },
  found: {
    'no encryption, and nobody proved': {
      site,
      tls: open,
      match: null,
      discriminators: ['null', 'anonymous'],
      note: /NULL_SHA256: nothing/,
    },
    RC4: { site, tls: agreeing('rc4', 'TLS_RSA_WITH_RC4_128_SHA'), discriminators: ['rc4'] },
    '3DES': { site, tls: agreeing('3des', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'), note: /64 bits/ },
    'keys of export': {
      site,
      tls: agreeing('export', 'TLS_RSA_EXPORT_WITH_RC4_40_MD5'),
      note: /56 bits/,
    },
  },
  skipped: { 'plain HTTP': { url: 'http://shop.test/', site, tls: open } },
})

it('leaves it to the runner to say that a server does not tell what it accepts', async () => {
  const odd = await factsOf({ raw: (s) => s.on('data', () => s.end('HTTP/1.1 400 X\r\n\r\n')) })
  await expect(runCheck(check, { site, tls: odd })).rejects.toMatchObject({
    kind: 'tls_unknown',
  })
})
