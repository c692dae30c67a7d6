import { describe, expect, it } from 'vitest'

import { COMMON, COMPOSITION, LAYERS } from './layer-table.ts'
import { roomOf, violationsOf } from './layers.ts'
import { readSources } from './sources.ts'

const sources = readSources('src', 'cli')

it('has a row for every room', () => {
  const rooms = new Set(sources.map((source) => roomOf(source.path)))
  const known = new Set([...Object.keys(LAYERS), ...COMMON, ...COMPOSITION])
  expect([...rooms].filter((room) => !known.has(room))).toEqual([])
})

it('imports only what the table allows', () => {
  expect(sources.flatMap(violationsOf)).toEqual([])
})

describe('the rules catch', () => {
  it.each([
    ['src/report/risk.ts', '../scanner/ports.ts'],
    ['src/report/risk.ts', '../env.ts'],
    ['src/scanner/http/raw.ts', '../../db/schema.ts'],
    ['src/scanner/http/sender.ts', './transports/fetch.ts'],
    ['src/scanner/checks/input/a.ts', './b.ts'],
    ['src/scanner/checks/input/a.ts', '../passive/b.ts'],
    ['src/scanner/checks/passive/a.ts', '../../engine/options.ts'],
    ['src/scanner/checks/passive/a.ts', '../../crawl/frontier.ts'],
    ['src/accounts/plans.ts', '../scanner/engine/plan.ts'],
    ['src/db/scans.ts', '../services/deps.ts'],
    ['src/services/scans/start.ts', '../../routes/context.ts'],
    ['src/services/scans/start.ts', '../../runtime.ts'],
    ['src/services/scans/start.ts', '../../wiring.ts'],
    ['src/routes/me.ts', '../db/accounts.ts'],
    ['src/routes/me.ts', '../scanner/engine/plan.ts'],
    ['src/ui/pages.ts', '../db/accounts.ts'],
    ['src/exporters/sarif.ts', '../services/deps.ts'],
    ['src/queues/handle.ts', '../index.ts'],
    ['src/nowhere/thing.ts', '../report/risk.ts'],
    ['cli/main.ts', '../src/services/deps.ts'],
    ['src/report/risk.ts', 'hono'],
    ['src/report/risk.ts', 'node:fs'],
    ['src/scanner/http/sender.ts', 'cloudflare:sockets'],
    ['src/services/scans/start.ts', 'cloudflare:workers'],
    ['src/services/scans/start.ts', 'drizzle-orm/d1'],
    ['src/services/scans/start.ts', '@hono/zod-openapi'],
    ['src/scanner/browser/port.ts', '@cloudflare/puppeteer'],
  ])('%s importing %s', (path, target) => {
    expect(violationsOf({ path, text: `import { a } from '${target}'\n` })).toHaveLength(1)
    expect(violationsOf({ path, text: `const a = await import('${target}')\n` })).toHaveLength(1)
  })

  it('a value where only the type may pass', () => {
    const path = 'src/services/deps.ts'
    expect(violationsOf({ path, text: "import { settingsOf } from '../env.ts'\n" })).toHaveLength(1)
    expect(violationsOf({ path, text: "import type { Env } from '../env.ts'\n" })).toEqual([])
  })

  it('an import over several lines, and an export that passes on', () => {
    const path = 'src/report/risk.ts'
    const text =
      "import {\n  a,\n  type B,\n} from '../db/schema.ts'\nexport { c } from '../env.ts'\n"
    expect(violationsOf({ path, text })).toHaveLength(2)
  })
})

it.each([
  ['src/scanner/checks/input/a.ts', '../support/fill.ts'],
  ['src/scanner/checks/input/a.ts', '../../http/exchange.ts'],
  ['src/scanner/checks/passive/a.ts', '../../crawl/page.ts'],
  ['src/scanner/checks/input/a.ts', '../../../report/finding.ts'],
  ['src/scanner/http/transports/socket.ts', 'cloudflare:sockets'],
  ['src/scanner/browser/puppeteer/open.ts', '@cloudflare/puppeteer'],
  ['src/accounts/plans.ts', '../limits.ts'],
  ['src/index.ts', './routes/app.ts'],
  ['cli/main.ts', './options.ts'],
])('%s may import %s', (path, target) => {
  expect(violationsOf({ path, text: `import { a } from '${target}'\n` })).toEqual([])
})
