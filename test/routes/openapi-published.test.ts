import { spawnSync } from 'node:child_process'

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'

import { createApp } from '../../src/routes/app.ts'
import { describeApi } from '../../src/routes/openapi-document.ts'

const source = describeApi(
  createApp(() => {
    throw new Error('describing the API needs nothing of the world')
  }),
)
/** The API document itself has these beside `/api/scan/{scan_id}/…`; the static path wins. */
const FROM_THE_CONTRACT = /^Paths should resolve unambiguously.*`\/api\/scan\/bulk\/\{job_id\}`/

async function problemsIn(text: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
  return problems
    .filter(
      ({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !FROM_THE_CONTRACT.test(message),
    )
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

describe('the published description', () => {
  it('is clean by the strict rules of Redocly', async () => {
    expect(await problemsIn(source)).toEqual([])
    const without = source.replace('"operationId":"getMe"', '"operationId":"getScan"')
    expect(await problemsIn(without)).not.toEqual([])
  }, 60_000)

  it('makes a typed client, and the one that the tests use is of this version', () => {
    const made = spawnSync(process.execPath, ['scripts/api-types.ts', '--check'], {
      encoding: 'utf8',
    })
    expect([made.status, made.stderr.replace(/^.*Warning.*\n/gm, '')]).toEqual([0, ''])
  }, 60_000)
})
