import check from '../../src/scanner/checks/origin/tls.certificate.strength.ts'
import type { TlsFacts } from '../../src/scanner/tls/facts.ts'
import { makeCertificate, type Wish } from '../support/certificates.ts'
import { testCheck } from '../support/check-tester.ts'
import { factsOf, identity } from '../support/tls-lab.ts'

const site = { status: 200 }
const strongCa = makeCertificate({ cn: 'Test CA', isCa: true, key: 'rsa2048' })
const sha1Root = makeCertificate({ cn: 'Old root', isCa: true, key: 'rsa2048', digest: 'sha1' })

const middle = makeCertificate({
  cn: 'Test issuer',
  isCa: true,
  key: 'rsa2048',
  digest: 'sha1',
  issuer: strongCa,
})
const selfSigned = makeCertificate({
  cn: 'shop.test',
  names: ['shop.test'],
  key: 'rsa2048',
  digest: 'sha1',
})
const oddCa = makeCertificate({ cn: 'Odd CA', isCa: true, key: 'brainpool' })

/** OpenSSL shows weak ones only to those who ask for it. */
function made(over: Partial<Wish>, issuer = strongCa) {
  const leaf = makeCertificate({ cn: 'shop.test', names: ['shop.test'], issuer, ...over })
  return factsOf({ tls: { ...identity(leaf, issuer), ciphers: 'ALL:@SECLEVEL=0' } })
}

const strong = await made({})
/** OpenSSL no longer signs over MD2: as the leaf says SHA-256, an older one would say this. */
const ofOld: TlsFacts = {
  ...strong,
  chain: (strong.chain ?? []).map((each, nth) => (nth === 0 ? { ...each, digest: 'md2' } : each)),
}

testCheck(check, {
  clean: {
    'P-256, signed over SHA-256': { site, tls: strong },
    'RSA of 2048 bits': { site, tls: await made({ key: 'rsa2048' }) },
    'a curve that this reader does not know': {
      site,
      tls: await made({ key: 'rsa2048' }, oddCa),
    },
    Ed25519: { site, tls: await made({ key: 'ed25519' }) },
    'a root signed over SHA-1: its signature proves nothing': {
      site,
      tls: await made({}, sha1Root),
    },
  },
  found: {
    'RSA of 1024 bits': {
      site,
      tls: await made({ key: 'rsa1024' }),
      match: null,
      discriminators: ['key'],
      note: /1024 bits \(rsa\)/,
    },
    'signed over SHA-1': {
      site,
      tls: await made({ digest: 'sha1' }),
      discriminators: ['signature'],
      note: /over sha1/,
    },
    'signed over MD2': { site, tls: ofOld, discriminators: ['signature'], note: /over md2/ },
    'an issuer signed over SHA-1': {
      site,
      tls: await made({}, middle),
      discriminators: ['signature'],
      note: /`Test issuer` that is signed over sha1/,
    },
    'signed over SHA-1 by itself': {
      site,
      tls: await factsOf({ tls: { ...identity(selfSigned), ciphers: 'ALL:@SECLEVEL=0' } }),
      discriminators: ['signature'],
    },
    both: {
      site,
      tls: await made({ key: 'rsa1024', digest: 'md5' }),
      discriminators: ['key', 'signature'],
    },
  },
  skipped: { 'plain HTTP': { url: 'http://shop.test/', site } },
})
