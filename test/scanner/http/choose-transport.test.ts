import { expect, it } from 'vitest'

import { chooseTransport } from '../../../src/scanner/http/choose-transport.ts'
import { isProbeError, ProbeError, type HttpRequest } from '../../../src/scanner/http/exchange.ts'
import type { Address } from '../../../src/scanner/http/h1/connection.ts'
import { isPlatformAddress } from '../../../src/scanner/http/platform-addresses.ts'

const RESPONSE = { status: 200, headers: new Headers(), body: '', truncated: false, elapsedMs: 1 }
const OPTIONS = { signal: new AbortController().signal, maxBytes: 10 }

type World = Readonly<{ addresses?: readonly string[]; targetIp?: string; socketFails?: boolean }>

/** Sends one request after the other and tells each way. */
async function waysOf(requests: readonly Partial<HttpRequest>[], world: World = {}) {
  const ways: (string | Address)[] = []
  const transport = chooseTransport({
    guard: { assertMayConnect: async () => world.addresses ?? ['198.51.100.7'] },
    targetIp: world.targetIp ?? null,
    byFetch: async () => {
      ways.push('fetch')
      return RESPONSE
    },
    bySocket: {
      send: async (_, address) => {
        ways.push(address)
        if (world.socketFails) throw new ProbeError('no_socket', 'consider using fetch')
        return RESPONSE
      },
    },
  })
  for (const over of requests) {
    const url = new URL('https://shop.test/')
    await transport({ method: 'GET', url, headers: new Headers(), ...over }, OPTIONS).catch(
      (error: unknown) => {
        if (!isProbeError(error)) throw error
        ways.push(error.kind)
      },
    )
  }
  return ways
}

const HTTP = { url: new URL('http://shop.test/') }
const toSocket = (over: Partial<Address> = {}): Address => ({
  hosts: ['198.51.100.7'],
  port: 443,
  tls: { name: 'shop.test' },
  ...over,
})

it.each<[string, Partial<HttpRequest>, World, (string | Address)[]]>([
  ['an ordinary request over TLS', {}, {}, ['fetch']],
  ['an ordinary request to an address', { url: new URL('http://127.0.0.1:81/') }, {}, ['fetch']],
  ['a raw path', { wire: { target: '/../a' } }, {}, [toSocket()]],
  ['a Host of its own', { wire: { host: 'k.example' } }, {}, [toSocket()]],
  ['TRACE', { method: 'TRACE' }, {}, [toSocket()]],
  [
    'plain HTTP to a name: led to the judged address, so that no later answer moves it',
    HTTP,
    {},
    [toSocket({ port: 80, tls: null })],
  ],
  [
    'IPv4 before IPv6',
    HTTP,
    { addresses: ['2001:db8::1', '198.51.100.7'] },
    [toSocket({ hosts: ['198.51.100.7', '2001:db8::1'], port: 80, tls: null })],
  ],
  ['a platform address', HTTP, { addresses: ['104.16.1.1'] }, ['fetch']],
  ['a raw path there', { wire: {} }, { addresses: ['104.16.1.1'] }, ['no_socket']],
  ['target_ip: everything goes there', {}, { targetIp: '198.51.100.7' }, [toSocket()]],
])('%s', async (_, request, world, ways) => {
  expect(await waysOf([request], world)).toEqual(ways)
})

it('a host to which the platform refuses a socket is asked by fetch, from then on', async () => {
  const address = toSocket({ port: 80, tls: null })
  const ways = await waysOf([HTTP, HTTP, { ...HTTP, wire: {} }], { socketFails: true })
  expect(ways).toEqual([address, 'fetch', 'fetch', 'no_socket'])
})

it('with target_ip nothing falls back to fetch', async () => {
  const world = { targetIp: '198.51.100.7', socketFails: true }
  expect(await waysOf([{}, {}], world)).toEqual([toSocket(), 'no_socket', 'no_socket'])
})

it.each([
  ['104.16.0.0', true],
  ['104.27.255.255', true],
  ['104.28.0.0', false],
  ['2606:4700::6810:84e5', true],
  ['2607:4700::1', false],
  ['shop.test', false],
])('%s is the platform’s own: %s', (text, isOwn) => {
  expect(isPlatformAddress(text)).toBe(isOwn)
})
