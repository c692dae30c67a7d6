import { describe, expect, it } from 'vitest'

import { endedEvents, frameOf } from '../../../src/services/progress/snapshot.ts'
import { aFinding } from '../../support/findings.ts'
import { aReport, aScan, COMPLETED } from '../../support/scans.ts'

const SUMMARY = { risk_score: 35, critical: 0, high: 1, medium: 0, low: 0, info: 0 }

describe('endedEvents', () => {
  it('tells the last progress, what was proved or suspected, and the end', () => {
    const report = aReport([
      aFinding({}, 'a'),
      aFinding({ status: 'safe', severity: 'info' }, 'b'),
      aFinding({ status: 'warning', severity: 'info' }, 'c'),
    ])
    const events = endedEvents(aScan({ summary: SUMMARY }), report, COMPLETED)
    expect(events.map((event) => event.type)).toEqual(['progress', 'finding', 'finding', 'done'])
    expect(events[0]?.data).toMatchObject({
      percent: 100,
      requests_sent: 321,
      findings_count: 2,
      elapsed_ms: 151_000,
    })
    expect(events[1]?.data).toMatchObject({ title: 'Demo weakness', days_remaining: null })
    expect(events[3]?.data).toEqual({
      scan_id: aScan().id,
      status: 'completed',
      summary: SUMMARY,
      completed_at: '2026-11-20T10:02:31',
    })
  })

  it('ends a failed scan with error, and its code', () => {
    const failed = aScan({ status: 'failed', error: { code: 'aborted', message: 'Stopped.' } })
    const events = endedEvents(failed, null, COMPLETED)
    expect(events.map((event) => event.type)).toEqual(['progress', 'error'])
    expect(events.at(-1)?.data).toEqual({ scan_id: failed.id, code: 'aborted', error: 'Stopped.' })
  })
})

describe('frameOf', () => {
  it('keeps an event in one data line whatever its text holds', () => {
    const frame = frameOf({ type: 'finding', data: { title: 'a\n\ndata: {}\r\n\u2028' } }, 7)
    expect(frame.split('\n')).toHaveLength(4)
    expect(frame).toMatch(/^id: 7\ndata: \{[^\r\n]*\}\n\n$/)
    expect(frame).not.toContain('event:')
  })
})
