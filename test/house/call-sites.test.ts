import { describe, expect, it } from 'vitest'

import { asksGuard, callSitesOf, callsTransport } from './call-sites.ts'
import { readSources } from './sources.ts'

/** Every place that can open a connection, and why it may. A new one is a decision: add it here. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // The transports: the sender asks the guard before it calls one.
  'src/scanner/http/transports/fetch.ts': ['fetch'],
  'src/scanner/http/transports/socket.ts': ['connect', 'import cloudflare:sockets'],
  // Asks the resolver of the settings, never a host of the target's choice.
  'src/scanner/http/transports/doh.ts': ['fetch'],
  // isIP() reads text.
  'src/services/badge/domain.ts': ['import node:net'],
  // Inside the service: the app, the scan's Durable Object, the static assets.
  'src/index.ts': ['app.fetch'],
  'src/wiring.ts': ['env.ASSETS.fetch', 'fetch', 'stub.fetch'],
  // Loads the library, which opens the binding or CHROME_WS_URL; pages have no other network.
  'src/scanner/browser/puppeteer/open.ts': ['import @cloudflare/puppeteer'],
  'src/routes/middleware/not-found.ts': ['c.env.ASSETS.fetch'],
  // The local mode: wraps the service, and asks its own supervisor on loopback for the clock.
  'src/local.ts': ['fetch', 'service.fetch'],
}

const sources = readSources('src')

it('opens connections in the listed places only', () => {
  const sites = sources.map((source) => [source.path, callSitesOf(source)] as const)
  expect(Object.fromEntries(sites.filter(([, names]) => names.length > 0))).toEqual(ALLOWED)
  // Parses every source; a busy machine takes its time.
}, 30_000)

it('asks the guard in every file that calls a transport', () => {
  const callers = sources.filter(callsTransport)
  expect(callers.map((source) => source.path)).toContain('src/scanner/http/sender.ts')
  expect(callers.filter((source) => !asksGuard(source)).map((source) => source.path)).toEqual([])
})

/** Every question to the guard (tables.md §9); one that goes missing is a request unasked for. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  'src/scanner/http/choose-transport.ts': ["guard.assertMayConnect(url, 'target')"],
  // Hands the question on to the guard: a login is another purpose.
  'src/scanner/engine/log-in.ts': ["guard.assertMayConnect(url, 'login')"],
  // Requests, the handshakes of `talk`, and what a browser is allowed to send itself.
  'src/scanner/http/sender.ts': [
    "guard.assertMayConnect(url, 'target')",
    "guard.assertMayConnect(url, 'target')",
    "guard.assertMayConnect(url, 'target')",
  ],
  'src/services/assets/read-proof.ts': ["guard.assertMayConnect(url, 'proof')"],
  'src/services/notify/post.ts': ["deps.guard.assertMayConnect(url, 'webhook')"],
  'src/services/feeds/refresh.ts': ["guard.assertMayConnect(url, 'feed')"],
  'src/services/scans/fetch-spec.ts': ["deps.guard.assertMayConnect(url, 'spec')"],
  'src/services/scans/target-checks.ts': ['deps.guard.assertMayConnect(url, purpose)'],
}

it('asks the guard in the listed places', () => {
  const asked = sources.map(
    ({ path, text }) => [path, text.match(/(?:\w+\.)+assertMayConnect\([^)]*\)/g) ?? []] as const,
  )
  expect(Object.fromEntries(asked.filter(([, calls]) => calls.length > 0))).toEqual(ASKED)
})

describe('a call site is', () => {
  it.each([
    ['a plain call', 'await fetch(url)', ['fetch']],
    ['a call of the global', 'await globalThis.fetch(url)', ['globalThis.fetch']],
    ['a call by a computed name', "await globalThis['fetch'](url)", ['globalThis.fetch']],
    ['the function passed on', 'const send = fetch', ['fetch']],
    ['the function in an object', 'use({ fetch })', ['fetch']],
    ['a default', 'const make = (send = fetch) => send', ['fetch']],
    ['a stub', 'await env.SCAN.getByName(id).fetch(url)', ['env.SCAN.getByName(id).fetch']],
    [
      'a socket',
      "import { connect } from 'cloudflare:sockets'\nconnect(address)",
      ['connect', 'import cloudflare:sockets'],
    ],
    ['a WebSocket', 'new WebSocket(url)', ['WebSocket']],
    ['a module of Node', "import * as net from 'node:net'\nnet.isIP(a)", ['import node:net']],
  ])('%s', (_, text, sites) => {
    expect(callSitesOf({ path: 'src/a.ts', text })).toEqual(sites)
  })

  it.each([
    ['a handler being defined', 'export default { fetch(request: Request) { return reply } }'],
    ['a method being defined', 'class A { fetch() { return 1 } }'],
    ['a comment or a text', "// fetch(url)\nconst a = 'fetch(url)'"],
    ['a type', "import type { Socket } from 'node:net'\ntype Fetch = typeof fetch"],
  ])('not %s', (_, text) => {
    expect(callSitesOf({ path: 'src/a.ts', text })).toEqual([])
  })
})
