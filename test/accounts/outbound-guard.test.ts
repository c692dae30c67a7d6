import { describe, expect, test } from 'vitest'
import { makeGuard } from '../../src/accounts/outbound-guard.ts'
import { isGuardRefusal } from '../../src/scanner/http/guard-refusal.ts'
import { isProbeError } from '../../src/scanner/http/exchange.ts'
import type { Purpose, ResolveResult } from '../../src/scanner/ports.ts'
import { makeFakeClock } from '../support/fake-clock.ts'

const addresses = (...list: string[]): ResolveResult => ({
  kind: 'addresses',
  addresses: list,
  elapsedMs: 1,
})
const DOWN: ResolveResult = { kind: 'unavailable', message: 'The DNS resolver is not available.' }
const failing = () => Promise.reject(new Error('bug'))
const NONE: ResolveResult = { kind: 'nxdomain' }

function setup(answers: ResolveResult | readonly ResolveResult[], allowLoopback = false) {
  const queue = [answers].flat()
  const asked: string[] = []
  const clock = makeFakeClock()
  const resolver = async (host: string) => {
    asked.push(host)
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    return answer ?? NONE
  }
  const guard = makeGuard({
    policy: { allowLoopback, ownHosts: ['palisade.dev'] },
    resolver,
    clock,
  })
  const verdict = (url: string, purpose: Purpose = 'target'): Promise<string> =>
    guard.assertMayConnect(new URL(url), purpose).then(
      () => 'allowed',
      (error: unknown) => (isGuardRefusal(error) ? error.reason : 'threw something else'),
    )
  return { guard, verdict, asked, clock }
}

describe('the spelling alone', () => {
  test.each<[string, string, Purpose?]>([
    ['http://1.1.1.1/', 'allowed'],
    ['http://10.0.0.1/', 'forbidden_address'],
    ['http://127.1/', 'forbidden_address'],
    ['http://[::1]/', 'forbidden_address'],
    ['http://[::ffff:169.254.169.254]/', 'forbidden_address'],
    ['http://169.254.169.254/latest/', 'forbidden_address', 'redirect'],
    ['https://192.168.0.1/hook', 'forbidden_address', 'webhook'],
    ['http://localhost/', 'policy'],
    ['http://shop.test/', 'policy'],
    ['http://db.internal/', 'policy'],
    ['http://router/', 'policy'],
    ['http://1.1.1.1:22/', 'policy'],
    ['ftp://1.1.1.1/', 'policy'],
    ['file:///etc/passwd', 'policy'],
    ['http://user:pass@1.1.1.1/', 'policy'],
    ['https://palisade.dev/', 'policy'],
    ['http://1.1.1.1/hook', 'policy', 'webhook'],
    ['https://1.1.1.1/hook', 'allowed', 'webhook'],
  ])('%s: %s', async (url, expected, purpose = 'target') => {
    const { verdict, asked } = setup(addresses('1.1.1.1'))
    expect(await verdict(url, purpose)).toBe(expected)
    expect(asked).toEqual([])
  })
})

describe('what the name resolves to', () => {
  test.each<[string, ResolveResult, string]>([
    ['one public address', addresses('1.1.1.1'), 'allowed'],
    ['public addresses of both kinds', addresses('1.1.1.1', '2606:4700:4700::1111'), 'allowed'],
    ['a private address', addresses('10.0.0.1'), 'forbidden_address'],
    ['a loopback address', addresses('127.0.0.1'), 'forbidden_address'],
    ['a private one behind a public one', addresses('1.1.1.1', '10.0.0.1'), 'forbidden_address'],
    ['a private IPv6 behind a public IPv4', addresses('1.1.1.1', 'fd00::1'), 'forbidden_address'],
    ['a mapped address', addresses('::ffff:10.0.0.1'), 'forbidden_address'],
    ['no address but text', addresses('router'), 'forbidden_address'],
    ['nothing', addresses(), 'nxdomain'],
    ['no such name', NONE, 'nxdomain'],
    ['the resolver is down', DOWN, 'resolver_unavailable'],
  ])('%s: %s', async (_, answer, expected) => {
    const { verdict, asked } = setup(answer)
    expect(await verdict('https://shop.example.org./x')).toBe(expected)
    expect(asked).toEqual(['shop.example.org'])
  })

  test('a refusal is a ProbeError that says which address', async () => {
    const { guard } = setup(addresses('10.0.0.7'))
    const error: unknown = await guard
      .assertMayConnect(new URL('https://shop.example.org/'), 'target')
      .catch((reason: unknown) => reason)
    expect(isProbeError(error) && [error.kind, error.message]).toEqual([
      'refused_by_guard',
      'The name shop.example.org may not be reached. The address 10.0.0.7 is in a private network, not public.',
    ])
  })

  test('a resolver that throws lets nothing through', async () => {
    const policy = { allowLoopback: false, ownHosts: [] }
    const guard = makeGuard({ policy, resolver: failing, clock: makeFakeClock() })
    await expect(guard.assertMayConnect(new URL('http://example.org/'), 'target')).rejects.toThrow(
      'bug',
    )
  })
})

describe('in local mode', () => {
  test.each<[string, ResolveResult, string, Purpose?]>([
    ['http://127.0.0.1:3000/', NONE, 'allowed'],
    ['http://127.0.0.1:3000/hook', NONE, 'allowed', 'webhook'],
    ['http://[::1]:3000/', NONE, 'allowed'],
    ['http://localhost:3000/', addresses('127.0.0.1', '::1'), 'allowed'],
    ['http://shop.test:3000/', addresses('127.0.0.1'), 'allowed'],
    ['http://shop.test:3000/', addresses('1.1.1.1'), 'forbidden_address'],
    ['http://localhost:3000/', addresses('127.0.0.1', '10.0.0.1'), 'forbidden_address'],
    ['http://localtest.example.org/', addresses('127.0.0.1'), 'forbidden_address'],
    ['http://example.org/', addresses('1.1.1.1'), 'allowed'],
    ['http://10.0.0.1/', NONE, 'forbidden_address'],
    ['http://0.0.0.0:3000/', NONE, 'forbidden_address'],
  ])('%s -> %j: %s', async (url, answer, expected, purpose = 'target') => {
    expect(await setup(answer, true).verdict(url, purpose)).toBe(expected)
  })
})

describe('rebinding and the cache', () => {
  const FLIP = [addresses('1.1.1.1'), addresses('169.254.169.254')]

  test('an answer serves one minute, then the name is asked again and the new address refused', async () => {
    const { verdict, asked, clock } = setup(FLIP)
    expect(await verdict('http://rebind.example.org/')).toBe('allowed')
    await clock.advance(59_999)
    expect(await verdict('http://rebind.example.org/other')).toBe('allowed')
    await clock.advance(1)
    expect(await verdict('http://rebind.example.org/')).toBe('forbidden_address')
    expect(asked.length).toBe(2)
  })

  test('requests at the same time ask once', async () => {
    const { verdict, asked } = setup(addresses('1.1.1.1'))
    const urls = ['http://example.org/a', 'http://example.org/b', 'https://EXAMPLE.org:8443/']
    expect(await Promise.all(urls.map((url) => verdict(url)))).toEqual([
      'allowed',
      'allowed',
      'allowed',
    ])
    expect(asked).toEqual(['example.org'])
  })

  test('a resolver that was down is asked again at once', async () => {
    const { verdict } = setup([DOWN, addresses('1.1.1.1')])
    const results = [await verdict('http://example.org/'), await verdict('http://example.org/')]
    expect(results).toEqual(['resolver_unavailable', 'allowed'])
  })

  test('the cache is bounded: the oldest name is forgotten', async () => {
    const { verdict, asked } = setup(addresses('1.1.1.1'))
    for (let n = 0; n <= 500; n += 1) await verdict(`http://h${n}.example.org/`)
    await verdict('http://h500.example.org/')
    await verdict('http://h0.example.org/')
    expect(asked.slice(500)).toEqual(['h500.example.org', 'h0.example.org'])
  })
})
