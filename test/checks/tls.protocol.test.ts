import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/origin/tls.protocol.ts'
import type { TlsFacts } from '../../src/scanner/tls/facts.ts'
import { makeCertificate } from '../support/certificates.ts'
import { runCheck } from '../support/check-run.ts'
import { testCheck } from '../support/check-tester.ts'
import { factsOf, identity } from '../support/tls-lab.ts'

const leaf = makeCertificate({ cn: 'shop.test', names: ['shop.test'] })
const old = { ...identity(leaf), ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1' } as const
const site = { status: 200 }

const modern = await factsOf({ tls: identity(leaf) })
const onlyNew = await factsOf({ tls: { ...identity(leaf), minVersion: 'TLSv1.3' } })
const mixed = await factsOf({ tls: old })
const one = await factsOf({ tls: { ...old, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.2' } })
/** OpenSSL no longer has SSL 3.0: as it told the others, an older server would tell this. */
const oldest: TlsFacts = {
  ...modern,
  protocols: modern.protocols.map((fact) =>
    fact.name === 'SSL 3.0' ? { ...fact, told: 'offered' } : fact,
  ),
}

testCheck(check, {
  clean: {
    'TLS 1.2 and 1.3': { site, tls: modern },
    'TLS 1.3 alone': { site, tls: onlyNew },
  },
  found: {
    'TLS 1.0 and 1.1 beside the new ones': {
      site,
      tls: mixed,
      match: null,
      note: /TLS 1\.0, TLS 1\.1/,
    },
    'SSL 3.0': { site, tls: oldest, note: /agrees to SSL 3\.0\./ },
    'TLS 1.1': { site, tls: one, note: /agrees to TLS 1\.1\./ },
  },
  skipped: { 'plain HTTP': { url: 'http://shop.test/', site, tls: modern } },
})

it('leaves it to the runner to say that a server does not tell which versions it speaks', async () => {
  const odd = await factsOf({ raw: (s) => s.on('data', () => s.end('HTTP/1.1 400 X\r\n\r\n')) })
  await expect(runCheck(check, { site, tls: odd })).rejects.toMatchObject({
    kind: 'tls_unknown',
  })
})
