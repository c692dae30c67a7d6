import { expect, it } from 'vitest'

import { codeOf, filesOf, importsOf, textOf } from './sources.ts'

type Sites = Readonly<Record<string, readonly string[]>>

/**
 * Every place where src opens a connection. What goes to a host that a user or a target named
 * stands behind `assertMayConnect`; the others say why they need it not.
 */
const CONNECTS: Sites = {
  // Our settings name the resolver.
  'src/scanner/http/transports/doh.ts': ['fetch('],
  // Handed to the sender only, see below.
  'src/scanner/http/transports/fetch.ts': ['fetch('],
  // The supervisor on this machine that started the local mode.
  'src/local.ts': ['fetch(', 'service.fetch('],
  // Static assets, and the object of one scan: bindings, not the network.
  'src/routes/middleware/not-found.ts': ['c.env.ASSETS.fetch('],
  'src/wiring.ts': ['stub.fetch('],
  // An object's handler, not a call.
  'src/durable-objects/scan.ts': ['override fetch('],
}

/** Every question to the guard (tables.md §9). */
const ASKS_THE_GUARD: Sites = {
  'src/scanner/http/sender.ts': ["guard.assertMayConnect(url, 'target')"],
  'src/services/scans/target-checks.ts': ['deps.guard.assertMayConnect(url, purpose)'],
}

/** Who may hold a transport, and so reach a target: the consumer hands it to the sender. */
const HOLDS_A_TRANSPORT = ['src/queues/scan-units.ts', 'src/wiring.ts']

const CONNECT =
  /(?:\boverride\s+)?(?:[\w$]+\s*\??\.\s*)*\b(?:fetch|connect)\s*(?:\(|\.(?:call|apply|bind)\b)/g
const ASK = /(?:[\w$]+\.)+assertMayConnect\([^)]*\)/g

const sitesOf = (pattern: RegExp): Sites =>
  Object.fromEntries(
    filesOf('src/**/*.ts')
      .map((file) => [file, codeOf(textOf(file)).match(pattern) ?? []] as const)
      .filter(([, found]) => found.length > 0)
      .map(([file, found]) => [file, found.map((site) => site.replaceAll(/\s+/g, ' ')).toSorted()]),
  )

it('connects nowhere but here', () => {
  expect(sitesOf(CONNECT)).toEqual(CONNECTS)
})

it('asks the guard here, and each call site is known', () => {
  expect(sitesOf(ASK)).toEqual(ASKS_THE_GUARD)
})

it('hands transports to the sender only', () => {
  const holders = filesOf('src/**/*.ts').filter((file) =>
    importsOf(file).some(({ to }) => to.startsWith('src/scanner/http/transports/')),
  )
  expect(holders.filter((file) => !file.startsWith('src/scanner/http/transports/'))).toEqual(
    HOLDS_A_TRANSPORT,
  )
})

it('hands `fetch` around nowhere, where a call would not show', () => {
  const VALUE = /(?:[=(,?]\s*|return\s+)(?:globalThis\.|self\.)?(?:fetch|connect)\s*[,)\n;]/
  const EVASION =
    /\b(?:globalThis|self)\s*(?:\.|\[)|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b/
  const offenders = filesOf('src/**/*.ts').filter((file) => {
    const code = codeOf(textOf(file))
    return VALUE.test(code) || EVASION.test(code)
  })
  expect(offenders).toEqual([])
})
