import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readCertificate } from '../../../src/scanner/tls/certificate.ts'
import { clientHello } from '../../../src/scanner/tls/client-hello.ts'
import { TLS_HANDSHAKES } from '../../../src/scanner/tls/facts.ts'
import { readFlight } from '../../../src/scanner/tls/flight.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { factsOf, identity } from '../../support/tls-lab.ts'

const ca = makeCertificate({ cn: 'Test CA', isCa: true })
const leaf = makeCertificate({ cn: 'shop.test', names: ['shop.test'], issuer: ca })
const rsa = makeCertificate({ cn: 'rsa.test', names: ['rsa.test'], key: 'rsa2048' })
const own = identity(leaf, ca)
const OLD = { ciphers: 'ALL:@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const

const offered = (facts: Awaited<ReturnType<typeof factsOf>>) =>
  facts.protocols.filter(({ told }) => told === 'offered').map(({ name }) => name)
const weak = (facts: Awaited<ReturnType<typeof factsOf>>) =>
  facts.weak.filter(({ told }) => told === 'offered').map(({ family, suite }) => [family, suite])

describe('the facts of a real server', () => {
  it('of today: versions, no weak cipher, HTTP/2, and the chain in its order', async () => {
    const facts = await factsOf({ tls: { ...own, ALPNProtocols: ['h2', 'http/1.1'] } })
    expect(offered(facts)).toEqual(['TLS 1.2', 'TLS 1.3'])
    expect(facts.protocols.map(({ told }) => told)).not.toContain('unknown')
    expect(weak(facts)).toEqual([])
    expect(facts.alpn).toBe('h2')
    expect(facts.chain?.map(({ subject, issuer }) => [subject, issuer])).toEqual([
      ['shop.test', 'Test CA'],
      ['Test CA', 'Test CA'],
    ])
    expect(facts.handshakes).toBeLessThanOrEqual(TLS_HANDSHAKES)
  })

  it('of yesterday: TLS 1.0 and 1.1', async () => {
    const facts = await factsOf({ tls: { ...own, ...OLD, ALPNProtocols: ['http/1.1'] } })
    expect(offered(facts)).toEqual(['TLS 1.0', 'TLS 1.1'])
    expect(facts.chain?.[0]?.names).toEqual(['shop.test'])
  })

  it('that agrees to suites without encryption and without a certificate', async () => {
    const ciphers = 'AECDH-AES128-SHA:NULL-SHA256:AES128-SHA:@SECLEVEL=0'
    const facts = await factsOf({ tls: { ...identity(rsa), ciphers, maxVersion: 'TLSv1.2' } })
    expect(weak(facts)).toEqual([
      ['null', 'TLS_RSA_WITH_NULL_SHA256'],
      ['anonymous', 'TLS_ECDH_anon_WITH_AES_128_CBC_SHA'],
    ])
  })

  it('that speaks TLS 1.3 alone: its certificate and HTTP/2 are unknown, and that is said', async () => {
    const facts = await factsOf({ tls: { ...own, minVersion: 'TLSv1.3', ALPNProtocols: ['h2'] } })
    expect(offered(facts)).toEqual(['TLS 1.3'])
    expect(facts).toMatchObject({ alpn: 'unknown', chain: null })
    expect(facts.whyNoChain).toMatch(/TLS 1\.3/)
  })

  it('without ALPN: neither', async () => {
    expect((await factsOf({ tls: own })).alpn).toBeNull()
  })

  it('chosen by the name that is asked for', async () => {
    const SNICallback = (name: string, done: (error: Error | null) => void) =>
      done(name === 'shop.test' ? null : new Error('no such name'))
    expect((await factsOf({ tls: { ...own, SNICallback } })).chain).not.toBeNull()
    expect((await factsOf({ tls: { ...own, SNICallback } }, { name: 'x.test' })).chain).toBeNull()
  })

  it.each<[string, Parameters<typeof factsOf>[0], string, string]>([
    [
      'that speaks plain HTTP',
      { raw: (s) => s.on('data', () => s.end('HTTP/1.1 400 X\r\n\r\n')) },
      'unknown',
      'unknown',
    ],
    ['that closes at once', { raw: (s) => s.end() }, 'refused', 'refused'],
  ])('%s', async (_, lab, protocol, cipher) => {
    const facts = await factsOf(lab)
    expect(new Set(facts.protocols.map(({ told }) => told))).toEqual(new Set([protocol]))
    expect(new Set(facts.weak.map(({ told }) => told))).toEqual(new Set([cipher]))
    expect(facts).toMatchObject({ alpn: 'unknown', chain: null })
  })
})

describe('a certificate', () => {
  it.each([
    makeCertificate({ cn: 'a.test', names: ['A.test', '*.b.test'], ips: ['192.0.2.1'] }),
    makeCertificate({ cn: 'b.test', key: 'rsa2048', digest: 'sha1', issuer: rsa }),
    makeCertificate({ cn: 'c.test', key: 'rsa1024', digest: 'md5' }),
    makeCertificate({
      cn: 'Ж 漢',
      key: 'p521',
      from: new Date('2049-12-31'),
      to: new Date('2050-01-01'),
    }),
    makeCertificate({ cn: 'e.test', key: 'ed25519' }),
  ])('is read as OpenSSL reads it: $name', ({ der, name }) => {
    const read = readCertificate(der)
    const known = new X509Certificate(der)
    const { asymmetricKeyType, asymmetricKeyDetails } = known.publicKey
    const curve = { prime256v1: 256, secp521r1: 521 }[asymmetricKeyDetails?.namedCurve ?? '']
    expect(read).toMatchObject({
      subject: name,
      isSelfIssued: known.subject === known.issuer,
      notBefore: Date.parse(known.validFrom),
      notAfter: Date.parse(known.validTo),
      key: {
        kind: asymmetricKeyType,
        bits: asymmetricKeyDetails?.modulusLength ?? curve ?? 256,
      },
    })
    const names = known.subjectAltName?.replaceAll(/DNS:|IP Address:/g, '').toLowerCase()
    expect(read?.names.join(', ')).toBe(names ?? '')
  })

  it('of any other bytes is none, or one: it never throws', () => {
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ maxLength: 4 }), fc.boolean(), (at, noise, cut) => {
        const bytes = new Uint8Array(leaf.der)
        bytes.set(noise, at % (bytes.length - noise.length))
        const read = readCertificate(cut ? bytes.subarray(0, at % bytes.length) : bytes)
        expect(read === null || Number.isInteger(read.notAfter)).toBe(true)
      }),
    )
  })
})

describe('a flight', () => {
  const hello = clientHello({
    version: 0x0303,
    suites: [1],
    name: 'a.test',
    alpn: ['h2'],
    random: new Uint8Array(32),
  })

  it('of noise says nothing, however it is cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), fc.boolean(), (bytes, ended) => {
        expect(readFlight(bytes, ended) === null && ended).toBe(false)
      }),
    )
  })

  it('is waited for until it is whole', () => {
    expect(readFlight(new Uint8Array(), false)).toBeNull()
    expect(readFlight(Uint8Array.of(22, 3, 3, 0, 9, 2), false)).toBeNull()
    expect(readFlight(Uint8Array.of(21, 3, 1, 0, 2, 2, 70), false)).toEqual({
      kind: 'alert',
      code: 70,
    })
    expect(readFlight(Uint8Array.of(21, 3, 1, 0, 2, 1, 112), false)).toBeNull()
    expect(hello.slice(0, 3)).toEqual(Uint8Array.of(22, 3, 1))
  })
})
