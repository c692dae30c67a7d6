import { PROTOCOLS } from './suites.ts'

export type HelloWish = Readonly<{
  /** The only version that is offered. */
  version: number
  suites: readonly number[]
  /** The name to ask for (SNI); null for a host that is an address. */
  name: string | null
  alpn: readonly string[]
  /** 32 bytes. */
  random: Uint8Array
}>

const HANDSHAKE = 22
const CLIENT_HELLO = 1
/** Says that renegotiation is secure; servers of old refuse nothing for it (RFC 5746). */
const SCSV = 0x00ff
const GROUPS = [0x001d, 0x0017, 0x0018, 0x0019]
/** With the old ones: a server must not fail for what it would sign with. */
const SIGNATURES = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601, 0x0203, 0x0201,
]
const TLS_1_3 = PROTOCOLS['TLS 1.3']
const TLS_1_2 = PROTOCOLS['TLS 1.2']

/**
 * A ClientHello in one record (RFC 5246, 7.4.1.2; RFC 8446, 4.1.2). For TLS 1.3 it brings no key: a
 * server that speaks it asks for one, and has so said all that can be read without a key.
 */
export function clientHello(wish: HelloWish): Uint8Array {
  const { version, random } = wish
  const is13 = version === TLS_1_3
  const body = [
    ...u16(Math.min(version, TLS_1_2)),
    ...random,
    0,
    ...vector16([...wish.suites, SCSV].flatMap(u16)),
    1,
    0,
    // SSL 3.0 knows no extensions.
    ...(version === PROTOCOLS['SSL 3.0'] ? [] : vector16(extensionsOf(wish, is13))),
  ]
  const handshake = [CLIENT_HELLO, ...u24(body.length), ...body]
  const recordVersion = Math.min(version, PROTOCOLS['TLS 1.0'])
  return Uint8Array.from([HANDSHAKE, ...u16(recordVersion), ...vector16(handshake)])
}

function extensionsOf({ name, alpn }: HelloWish, is13: boolean): readonly number[] {
  const parts: readonly (readonly [type: number, data: readonly number[]])[] = [
    ...(name === null ? [] : [[0, vector16([0, ...vector16(ascii(name))])] as const]),
    [10, vector16(GROUPS.flatMap(u16))],
    [11, [1, 0]],
    [13, vector16(SIGNATURES.flatMap(u16))],
    ...(alpn.length > 0
      ? [[16, vector16(alpn.flatMap((text) => vector8(ascii(text))))] as const]
      : []),
    ...(is13 ? [[43, vector8(u16(TLS_1_3))] as const, [51, vector16([])] as const] : []),
  ]
  return parts.flatMap(([type, data]) => [...u16(type), ...vector16(data)])
}

const u16 = (value: number): number[] => [value >> 8, value & 0xff]
const u24 = (value: number): number[] => [value >> 16, ...u16(value & 0xffff)]
const vector8 = (bytes: readonly number[]): number[] => [bytes.length, ...bytes]
const vector16 = (bytes: readonly number[]): number[] => [...u16(bytes.length), ...bytes]
const ascii = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0) & 0x7f)
