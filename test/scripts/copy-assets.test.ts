import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { copyAssets, VENDOR_FILES } from '../../scripts/copy-assets.ts'
import { DOCS_PAGE } from '../../src/ui/docs-page.ts'

it('copies every file of the reference that its page loads, and the licence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palisade-assets-'))
  try {
    await copyAssets(folder)
    expect((await readdir(folder)).toSorted()).toEqual([...VENDOR_FILES].toSorted())
    const loaded = DOCS_PAGE.matchAll(/\/docs-assets\/vendor\/([\w.-]+)/g).map((hit) => hit[1])
    for (const name of loaded) expect(VENDOR_FILES).toContain(name)
    expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toContain('Apache License')
  } finally {
    await rm(folder, { recursive: true })
  }
})
