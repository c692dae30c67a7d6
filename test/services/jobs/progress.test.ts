import { describe, expect, it } from 'vitest'

import type { JobTarget } from '../../../src/db/jobs.ts'
import { progressOf } from '../../../src/services/jobs/progress.ts'

const target = (given: Partial<JobTarget>): JobTarget => ({
  url: 'https://a.acme.dev',
  state: 'waiting',
  scanId: 's1',
  code: null,
  error: null,
  scanStatus: null,
  ...given,
})
const waiting = target({})
const running = target({ state: 'started', scanStatus: 'running' })
const completed = target({ state: 'started', scanId: 's2', scanStatus: 'completed' })
const failed = target({ state: 'started', scanId: 's3', scanStatus: 'failed' })
const deleted = target({ state: 'started', scanId: 's4' })
const refused = target({ state: 'refused', scanId: 's5', code: 'no_active_plan', error: 'No.' })

describe('a job', () => {
  it.each([
    ['queued while nothing has begun', [waiting, waiting], 'queued'],
    ['running once a scan has started', [running, waiting], 'running'],
    ['running once a URL was refused', [refused, waiting], 'running'],
    ['running while a scan runs', [completed, running], 'running'],
    ['done when all has ended, whatever came of it', [completed, failed, refused, deleted], 'done'],
    ['failed when no scan could be started', [refused, refused], 'failed'],
  ] as const)('is %s', (_, targets, status) => {
    expect(progressOf(targets).status).toBe(status)
  })

  it('counts refused URLs, failed scans and deleted scans as completed', () => {
    const all = [waiting, running, completed, failed, deleted, refused]
    expect(progressOf(all)).toMatchObject({ completed: 4, failed: 2, total: 6 })
  })

  it('names each scan once, and none that has not started, was refused or is deleted', () => {
    const twin = { ...completed, url: 'https://a.acme.dev/' }
    const progress = progressOf([waiting, completed, twin, deleted, refused, running])
    expect(progress.scan_ids).toEqual(['s2', 's1'])
    expect(progress.scans).toEqual([
      { scan_id: 's2', target_url: 'https://a.acme.dev', status: 'completed' },
      { scan_id: 's1', target_url: 'https://a.acme.dev', status: 'running' },
    ])
    expect(progress.errors).toEqual([
      { url: 'https://a.acme.dev', code: 'no_active_plan', error: 'No.' },
    ])
  })
})
