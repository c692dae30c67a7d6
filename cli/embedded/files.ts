import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

export async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  return draft
}

/** Replaces a file in one step, readable by its owner only: nobody ever sees half of it. */
export async function writePrivate(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path)
}

/** Like `writePrivate`, but leaves a file that is already there and answers false. */
export async function createPrivate(path: string, text: string): Promise<boolean> {
  const draft = await writeDraft(path, text)
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft)
  }
}
