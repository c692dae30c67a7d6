import { expect, it } from 'vitest'

import { chainOf } from '../../../src/scanner/checks/support/tls.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { factsOf, identity } from '../../support/tls-lab.ts'

const facts = await factsOf({ tls: identity(makeCertificate({ cn: 'shop.test' })) })

it('gives the chain, the certificate of the server first', async () => {
  const { leaf, chain } = await chainOf({ tls: async () => facts })
  expect(chain).toBe(facts.chain)
  expect(leaf).toBe(facts.chain?.[0])
})

it.each([null, []])('says why nothing is known of a chain that is %j', async (chain) => {
  const tls = async () => ({ ...facts, chain, whyNoChain: 'TLS 1.3 alone is spoken' })
  await expect(chainOf({ tls })).rejects.toMatchObject({
    kind: 'tls_unknown',
    message: expect.stringContaining('TLS 1.3 alone'),
  })
})
