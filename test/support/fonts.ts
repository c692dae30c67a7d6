import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import type { FontSource } from '../../src/exporters/fonts.ts'
import { FONT_FILES } from '../../scripts/font-files.ts'

const { resolve } = createRequire(import.meta.url)

/** The fonts as their packages hold them; `asked` lists those that a document needed. */
export function packagedFonts(): Readonly<{ source: FontSource; asked: string[] }> {
  const asked: string[] = []
  return {
    asked,
    source: async (name) => {
      asked.push(name)
      return new Uint8Array(await readFile(resolve(FONT_FILES[name])))
    },
  }
}
