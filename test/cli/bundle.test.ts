import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { bundleWorker } from '../../scripts/build.ts'
import { deployConfig } from '../../scripts/worker-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
// What only the local mode's entry holds; esbuild keeps texts as they are.
const LOCAL_TEXTS = ['/api/local', 'LOCAL_TOKEN', 'LOCAL_SUPERVISOR']

describe('the bundle that is deployed', () => {
  const texts = { index: '', local: '' }
  let deployed: readonly string[] = []
  beforeAll(async () => {
    const [index, local] = await Promise.all([
      bundleWorker(ROOT, 'src/index.ts'),
      bundleWorker(ROOT, 'src/local.ts'),
    ])
    deployed = index.modules.map(({ text }) => text)
    texts.index = deployed.join('\n')
    texts.local = local.modules.map(({ text }) => text).join('\n')
  }, 60_000)

  it.each(LOCAL_TEXTS)('does not hold %s, which the local one does', (text) => {
    expect(texts.index).toContain('AccountDO')
    expect(texts.index).not.toContain(text)
    expect(texts.local).toContain(text)
  })

  it('imports nothing but what the platform has, and its own modules', () => {
    const imported = [...texts.index.matchAll(/^import (?:.*? from )?"([^"]+)"/gm)]
    const targets = imported.map(([, from]) => from ?? '')
    expect(targets.length).toBeGreaterThan(0)
    expect(targets.filter((from) => !/^(?:(?:node|cloudflare):|\.\/)/.test(from))).toEqual([])
  })

  it('loads the libraries of documents later: its first module has none of them', () => {
    const [entry = '', ...later] = deployed
    for (const mark of ['PDFHexString', 'w:bookmarkStart', 'fontkit']) {
      expect(later.some((text) => text.includes(mark))).toBe(true)
      expect(entry).not.toContain(mark)
    }
  })
})

it('is deployed with the settings of wrangler.toml, from the modules of dist/worker', () => {
  const toml = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')
  const config = deployConfig(toml)
  expect(config).toContain('main = "worker/index.js"')
  expect(config).toContain('queue = "scan-units-7"')
  expect(() => deployConfig(toml.replace('"./public"', '"public"'))).toThrow('directory')
})
