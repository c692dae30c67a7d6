import { copyFile, mkdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { FONT_FILES, FONT_LICENCES } from './font-files.ts'

// The API reference is served from our own host (no third-party script), with its licence.
export const VENDOR_FILES = [
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css',
  'LICENSE',
  'NOTICE',
] as const

const VENDOR_FOLDER = join(import.meta.dirname, '../public/docs-assets/vendor')

/** Copies the files of swagger-ui-dist that the reference page loads; they are not committed. */
export async function copyAssets(to: string = VENDOR_FOLDER): Promise<void> {
  const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await mkdir(to, { recursive: true })
  await Promise.all(VENDOR_FILES.map((name) => copyFile(join(from, name), join(to, name))))
}

const FONT_FOLDER = join(import.meta.dirname, '../public/fonts')

/** Copies the fonts of documents, with their licences, to where the Worker reads them as assets. */
export async function copyFonts(to: string = FONT_FOLDER): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  await mkdir(to, { recursive: true })
  const files = Object.entries({ ...FONT_FILES, ...FONT_LICENCES })
  await Promise.all(files.map(([name, from]) => copyOnce(resolve(from), join(to, name))))
}

/** Leaves a file that is there: somebody may be reading it. */
async function copyOnce(from: string, to: string): Promise<void> {
  const there = await stat(to).catch(() => null)
  if (there?.size !== (await stat(from)).size) await copyFile(from, to)
}

if (import.meta.main) await Promise.all([copyAssets(), copyFonts()])
