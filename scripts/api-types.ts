import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

import { createApp } from '../src/routes/app.ts'
import { describeApi } from '../src/routes/openapi-document.ts'
import { excerptOf } from './api-excerpt.ts'

// The types of the client that test/e2e/client.test.ts is: `--check` only compares.

/** What the client asks; the types of all operations would be ten thousand lines. */
const PATHS = [
  '/api/scan',
  '/api/scan/{scan_id}',
  '/api/scan/{scan_id}/sarif',
  '/api/v1/scan/{scan_id}/gate',
]
const FILE = join(import.meta.dirname, '../test/support/api-types.d.ts')
const HEAD =
  '// Made by `npm run types` from the description of the API; do not edit.\n/* oxlint-disable */\n'

// openapi-typescript writes with the programming interface of TypeScript 5, which 7 no longer has.
const OLDER = import.meta.resolve('@ts-morph/common')
const SHIM =
  'data:text/javascript,' + encodeURIComponent(`import m from '${OLDER}';export default m.ts`)
registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url: SHIM, shortCircuit: true } : next(name, context),
})
const { astToString, default: typesOf } = await import('openapi-typescript')

const app = createApp(() => {
  throw new Error('describing the API needs nothing of the world')
})
const document: unknown = JSON.parse(describeApi(app))
// All of it must be fit for a client, although only a part is kept.
await typesOf(JSON.stringify(document))
const made = HEAD + astToString(await typesOf(JSON.stringify(excerptOf(document, PATHS))))

if (!process.argv.includes('--check')) writeFileSync(FILE, made)
else if (readFileSync(FILE, 'utf8') !== made) {
  console.error('test/support/api-types.d.ts is stale: npm run types')
  process.exitCode = 1
}
