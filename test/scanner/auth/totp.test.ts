import { describe, expect, it } from 'vitest'

import { codeOf, readTotp, stepOf, type Totp } from '../../../src/scanner/auth/totp.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** RFC 4648 by arithmetic on one big number: another way than the code under test takes. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => LETTERS[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

const SEEDS = {
  SHA1: '12345678901234567890',
  SHA256: '12345678901234567890123456789012',
  SHA512: '1234567890123456789012345678901234567890123456789012345678901234',
}
/** RFC 6238, appendix B: seconds, then the codes by algorithm. */
const VECTORS = [
  [59, { SHA1: '94287082', SHA256: '46119246', SHA512: '90693936' }],
  [1_111_111_109, { SHA1: '07081804', SHA256: '68084774', SHA512: '25091201' }],
  [1_111_111_111, { SHA1: '14050471', SHA256: '67062674', SHA512: '99943326' }],
  [1_234_567_890, { SHA1: '89005924', SHA256: '91819424', SHA512: '93441116' }],
  [2_000_000_000, { SHA1: '69279037', SHA256: '90698825', SHA512: '38618901' }],
  [20_000_000_000, { SHA1: '65353130', SHA256: '77737706', SHA512: '47863826' }],
] as const

const known = (text: string): Totp => {
  const totp = readTotp(text)
  if (totp === null) throw new Error(`${text} was not understood`)
  return totp
}

describe.each(['SHA1', 'SHA256', 'SHA512'] as const)('RFC 6238 with %s', (algorithm) => {
  it.each(VECTORS)('after %i seconds', async (seconds, codes) => {
    const secret = base32(SEEDS[algorithm])
    const totp = known(`otpauth://totp/a:b?secret=${secret}&algorithm=${algorithm}&digits=8`)
    expect(await codeOf(totp, stepOf(totp, seconds * 1000))).toBe(codes[algorithm])
  })
})

it('takes SHA-1, six digits and thirty seconds where nothing else is said', async () => {
  const totp = known(base32(SEEDS.SHA1))
  expect(totp).toMatchObject({ algorithm: 'SHA-1', digits: 6, periodS: 30 })
  expect(await codeOf(totp, stepOf(totp, 59_000))).toBe('287082')
  expect(await codeOf(totp, stepOf(totp, 60_000))).not.toBe('287082')
})

it('keeps the zeros in front', async () => {
  const totp = known(base32(SEEDS.SHA1))
  expect(await codeOf(totp, stepOf(totp, 1_111_111_109_000))).toBe('081804')
})

it.each([
  ['gezd gnbv-gy3t qojq', 'GEZDGNBVGY3TQOJQ'],
  ['GEZDGNBVGY3TQOJQ====', 'GEZDGNBVGY3TQOJQ'],
  ['otpauth://totp/Shop:anna?secret=gezdgnbvgy3tqojq&issuer=Shop', 'GEZDGNBVGY3TQOJQ'],
])('reads %s', (text, same) => {
  expect(known(text)).toEqual(known(same))
})

it.each([
  '',
  '====',
  'A',
  'GEZD1NBV',
  'not a secret!',
  'otpauth://hotp/a?secret=GEZDGNBV&counter=1',
  'otpauth://totp/a',
  'otpauth://totp/a?secret=GEZDGNBV&digits=5',
  'otpauth://totp/a?secret=GEZDGNBV&period=0',
  'otpauth://totp/a?secret=GEZDGNBV&algorithm=MD5',
])('refuses %j', (text) => {
  expect(readTotp(text)).toBeNull()
})
