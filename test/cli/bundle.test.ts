import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { bundleWorker } from '../../scripts/build.ts'

const ROOT = join(import.meta.dirname, '../..')
// What only the local mode's entry holds; esbuild keeps texts as they are.
const LOCAL_TEXTS = ['/api/local', 'LOCAL_TOKEN', 'LOCAL_SUPERVISOR']

describe('the bundle that is deployed', () => {
  const texts = new Map<string, string>()
  beforeAll(async () => {
    const entries = { index: 'src/index.ts', local: 'src/local.ts' }
    const { files } = await bundleWorker(ROOT, entries)
    for (const { name, text } of files) texts.set(name, text)
  })

  it.each(LOCAL_TEXTS)('does not hold %s, which the local one does', (text) => {
    expect(texts.get('index.js')).toContain('AccountDO')
    expect(texts.get('index.js')).not.toContain(text)
    expect(texts.get('local.js')).toContain(text)
  })

  it('imports nothing but what the platform has', () => {
    const index = texts.get('index.js') ?? ''
    const imported = [...index.matchAll(/^import .*? from "([^"]+)"/gm)].map(([, from]) => from)
    expect(imported.length).toBeGreaterThan(0)
    expect(imported.filter((from) => !/^(?:node|cloudflare):/.test(from ?? ''))).toEqual([])
  })
})
