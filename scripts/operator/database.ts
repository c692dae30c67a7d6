import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { z } from 'zod'

const DATABASE = 'palisade'
const MOST_BYTES = 64 * 1024 * 1024
const Results = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }))

export type Place = Readonly<{
  root: string
  isRemote: boolean
  /** Where the local database lies; null: wrangler's own place. */
  persistTo: string | null
}>
export type Row = Readonly<Record<string, unknown>>

/** Runs SQL in the D1 database by `wrangler d1 execute` and answers the rows of the last statement. */
export function execute({ root, isRemote, persistTo }: Place, sql: string): readonly Row[] {
  const bin = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin')
  const where = isRemote ? ['--remote'] : ['--local']
  const args = ['d1', 'execute', DATABASE, ...where, '--json', '--yes', '--command', sql]
  if (persistTo !== null && !isRemote) args.push('--persist-to', persistTo)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(bin, 'wrangler.js'), ...args],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: MOST_BYTES,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true' },
    },
  )
  if (status !== 0) throw new Error(`wrangler failed.\n${stderr}${stdout}`)
  const [last] = Results.parse(JSON.parse(stdout)).toReversed()
  return last?.results ?? []
}
