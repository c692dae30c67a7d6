import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyAddress, literalOf, parsePublicIp } from '../../src/accounts/addresses.ts'

const word = (n: number) => n.toString(16)

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '2620:fe::fe',
]
const LOOPBACK = [
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.255',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
]
const FORBIDDEN = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.1', 'private network'],
  ['10.255.255.255', 'private network'],
  ['100.64.0.1', "provider's shared"],
  ['100.100.100.200', "provider's shared"],
  ['100.127.255.255', "provider's shared"],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'link-local'],
  ['172.16.0.1', 'private network'],
  ['172.31.255.255', 'private network'],
  ['192.168.0.1', 'private network'],
  ['192.0.0.192', 'reserved'],
  ['192.0.2.1', 'reserved'],
  ['192.88.99.1', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.51.100.1', 'reserved'],
  ['203.0.113.1', 'reserved'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['168.63.129.16', 'cloud'],
  ['::', 'unspecified'],
  ['fe80::1', 'link-local'],
  ['fec0::1', 'private network'],
  ['fc00::1', 'private network'],
  ['fd00:ec2::254', 'private network'],
  ['ff02::1', 'multicast'],
  ['2001:db8::1', 'reserved'],
  ['3fff::1', 'reserved'],
  ['100::1', 'reserved'],
  ['2001:2::1', 'benchmarks'],
  ['5f00::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['::2', 'IPv6 form of 0.0.0.2'],
  ['::ffff:10.0.0.1', 'IPv6 form of 10.0.0.1, which is in a private network'],
  ['::ffff:8.8.8.8', 'IPv6 form of 8.8.8.8'],
  ['::ffff:0:a00:1', 'IPv6 form of 10.0.0.1'],
  ['::127.0.0.1', 'IPv6 form of 127.0.0.1'],
  ['::10.0.0.1', 'IPv6 form of 10.0.0.1'],
  ['64:ff9b::169.254.169.254', 'IPv6 form of 169.254.169.254, which is link-local'],
  ['64:ff9b::8.8.8.8', 'IPv6 form of 8.8.8.8'],
  ['64:ff9b:1::a00:1', 'IPv6 form of 10.0.0.1'],
  ['2002:7f00:1::', 'IPv6 form of 127.0.0.1'],
  ['2002:a9fe:a9fe::1', 'IPv6 form of 169.254.169.254'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'IPv6 form of 192.0.2.45'],
  ['2001::80ff:fffe', 'IPv6 form of 127.0.0.1'],
  ['', 'not an IP'],
  ['shop.test', 'not an IP'],
  ['127.1', 'not an IP'],
  ['0x7f000001', 'not an IP'],
  ['0177.0.0.1', 'not an IP'],
  ['2130706433', 'not an IP'],
  ['1.1.1.1 ', 'not an IP'],
  ['1.1.1.256', 'not an IP'],
  ['fe80::1%eth0', 'not an IP'],
  ['[::1]', 'not an IP'],
  ['1.1.1.1/32', 'not an IP'],
] as const

describe('classifyAddress', () => {
  test.each(PUBLIC)('%s is public', (address) => {
    expect(classifyAddress(address)).toEqual({ kind: 'public' })
  })
  test.each(LOOPBACK)('%s is loopback', (address) => {
    expect(classifyAddress(address)).toEqual({ kind: 'loopback' })
  })
  test.each(FORBIDDEN)('%s is %s', (address, what) => {
    expect(classifyAddress(address)).toEqual({
      kind: 'forbidden',
      what: expect.stringContaining(what),
    })
  })

  test('no IPv6 form of an IPv4 address is public', () => {
    const forms = fc.constantFrom(
      (high: number, low: number) => `::ffff:${word(high)}:${word(low)}`,
      (high: number, low: number) => `::ffff:0:${word(high)}:${word(low)}`,
      (high: number, low: number) => `64:ff9b::${word(high)}:${word(low)}`,
      (high: number, low: number) => `2002:${word(high)}:${word(low)}::1`,
      (high: number, low: number) => `::${word(high)}:${word(low)}`,
    )
    const half = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(forms, half, half, (form, high, low) => {
        expect(classifyAddress(form(high, low)).kind).not.toBe('public')
      }),
    )
  })

  test('any text gets a verdict', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        expect(['public', 'loopback', 'forbidden']).toContain(classifyAddress(text).kind)
      }),
    )
  })
})

test.each([
  ['http://127.1/', '127.0.0.1'],
  ['http://[::1]:80/', '::1'],
  ['http://shop.test/', null],
  ['http://1.1.1.1.test/', null],
])('literalOf(%s) is %s', (url, literal) => {
  expect(literalOf(new URL(url))).toBe(literal)
})

describe('parsePublicIp', () => {
  test.each([
    ['1.1.1.1', '1.1.1.1'],
    [' 8.8.8.8 ', '8.8.8.8'],
    ['2606:4700:4700:0:0:0:0:1111', '2606:4700:4700::1111'],
    ['2606:4700:4700::1111', '2606:4700:4700::1111'],
  ])('%o is taken as %s', (text, ip) => {
    expect(parsePublicIp(text)).toEqual({ ok: true, ip })
  })

  test.each([
    ['10.0.0.1', 'private network'],
    ['127.0.0.1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['::ffff:8.8.8.8', 'IPv6 form'],
    ['127.1', 'not an IP address'],
    ['010.0.0.1', 'not an IP address'],
    ['134744072', 'not an IP address'],
    ['1.1.1.1:80', 'not an IP address'],
    ['http://1.1.1.1', 'not an IP address'],
    ['shop.test', 'not an IP address'],
    ['', 'not an IP address'],
  ])('%o is refused: %s', (text, reason) => {
    expect(parsePublicIp(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })

  test('loopback needs the policy of local mode', () => {
    expect(parsePublicIp('127.0.0.1', { allowLoopback: true })).toEqual({
      ok: true,
      ip: '127.0.0.1',
    })
    expect(parsePublicIp('10.0.0.1', { allowLoopback: true })).toMatchObject({ ok: false })
  })
})
