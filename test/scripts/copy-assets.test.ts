import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { copyAssets, copyFonts, VENDOR_FILES } from '../../scripts/copy-assets.ts'
import { FONT_NAMES } from '../../src/exporters/fonts.ts'
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

it('copies every font of documents, each as TrueType below what an asset may weigh, and the licences', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palisade-fonts-'))
  try {
    await copyFonts(folder)
    for (const name of FONT_NAMES) {
      const bytes = await readFile(join(folder, name))
      expect(bytes.readUInt32BE(0)).toBe(0x0001_0000)
      expect(bytes.length).toBeLessThan(25 * 1024 * 1024)
    }
    expect(await readFile(join(folder, 'LICENSE-Noto.txt'), 'utf8')).toContain(
      'SIL OPEN FONT LICENSE',
    )
    expect(await readFile(join(folder, 'LICENSE-DejaVu.txt'), 'utf8')).toContain('Bitstream Vera')
  } finally {
    await rm(folder, { recursive: true })
  }
})
