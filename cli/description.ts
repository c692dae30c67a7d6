import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'

import { LIMITS } from '../src/limits.ts'
import type { StartBody } from './client.ts'
import { usageError } from './exit.ts'
import { clean } from './render/text.ts'
import { targetUrl } from './values.ts'

/** `--openapi`: a URL is fetched by the server, a file is read here and sent as text. */
export async function readDescription(given: string, cwd: string): Promise<StartBody> {
  if (/^https?:\/\//i.test(given)) return { spec_url: targetUrl(given) }
  const shown = clean(given)
  try {
    const path = resolve(cwd, given)
    const { size } = await stat(path)
    if (size > LIMITS.openapiBodyBytes) {
      throw usageError(`--openapi: ${shown} is larger than ${LIMITS.openapiBodyBytes} bytes.`)
    }
    return { spec: await readFile(path, 'utf8') }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw usageError(`--openapi: ${shown} cannot be read. Give a file, or a URL with its scheme.`)
  }
}
