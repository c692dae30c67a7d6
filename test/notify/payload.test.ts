import { describe, expect, it } from 'vitest'

import { webhookBody } from '../../src/notify/body.ts'
import { judge, MOST_ATTEMPTS, RETRY_DELAYS_S } from '../../src/notify/retry.ts'
import { deliveryId, maskedUrl } from '../../src/notify/receiver.ts'
import { meetsThreshold, THRESHOLDS } from '../../src/notify/threshold.ts'
import { someFacts } from './support.ts'

describe('the generic payload', () => {
  it('has exactly the fields of the API document, timestamp with Z', () => {
    expect(webhookBody('generic', someFacts())).toBe(
      '{"event":"scan_completed","scan_id":"4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11",' +
        '"target_url":"https://shop.example/","risk_score":61,"total_findings":3,' +
        '"vulnerability_counts":{"critical":1,"high":0,"medium":2,"low":0,"info":0},' +
        '"timestamp":"2026-11-20T10:02:31Z"}',
    )
  })

  it('counts total_findings as the sum of the counts, not the findings named', () => {
    const counts = { critical: 1, high: 20, medium: 300, low: 4000, info: 50_000 }
    expect(JSON.parse(webhookBody('generic', someFacts({ counts, top: [] })))).toMatchObject({
      total_findings: 54_321,
      vulnerability_counts: counts,
    })
  })

  it('of a test message is a ping without scan', () => {
    expect(webhookBody('generic', { event: 'ping', at: 0 })).toBe(
      '{"event":"ping","timestamp":"1970-01-01T00:00:00Z"}',
    )
  })
})

describe('after an attempt', () => {
  const answered = (status: number) => ({ kind: 'answered', status }) as const
  const unreachable = { kind: 'unreachable', reason: 'refused' } as const

  it('the next one is 2, then 4, then 8 seconds away, and there are four', () => {
    expect([RETRY_DELAYS_S, MOST_ATTEMPTS]).toEqual([[2, 4, 8], 4])
    for (const outcome of [answered(500), answered(503), answered(599), unreachable]) {
      const verdicts = [1, 2, 3, 4].map((attempt) => judge(outcome, attempt))
      expect(verdicts).toMatchObject([
        { status: 'pending', delayS: 2 },
        { status: 'pending', delayS: 4 },
        { status: 'pending', delayS: 8 },
        { status: 'abandoned' },
      ])
    }
  })

  it.each([200, 201, 202, 204, 299])('%i is delivered', (status) => {
    expect(judge(answered(status), 4)).toEqual({ status: 'delivered' })
  })

  it.each([400, 401, 404, 408, 410, 429, 499])('%i is final and not tried again', (status) => {
    expect(judge(answered(status), 1)).toMatchObject({ status: 'failed' })
  })

  it.each([301, 302, 304, 307, 308])('%i is not followed and final', (status) => {
    expect(judge(answered(status), 1)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Redirects are not followed'),
    })
  })

  it('a receiver that policy refuses is not tried again', () => {
    expect(judge({ kind: 'refused', reason: 'loopback' }, 1)).toEqual({
      status: 'failed',
      error: 'loopback',
    })
  })
})

describe('a receiver', () => {
  it('is masked after its host, port included', () => {
    expect(maskedUrl(new URL('https://hooks.slack.com/services/T0/B0/secret?x=1#y'))).toBe(
      'https://hooks.slack.com/…',
    )
    expect(maskedUrl(new URL('http://127.0.0.1:9000/secret'))).toBe('http://127.0.0.1:9000/…')
  })

  it('of a scan has one id, however often it is asked for: UUIDv5', () => {
    const scanId = '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11'
    const id = deliveryId(scanId, 'https://a.example/x')
    expect(id).toBe(deliveryId(scanId, 'https://a.example/x'))
    expect(id).not.toBe(deliveryId(scanId, 'https://a.example/y'))
    // RFC 9562, appendix A.4
    expect(deliveryId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    )
  })
})

describe('the threshold of the chat webhook', () => {
  const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }

  it('is one of info, low, medium, high, critical and always', () => {
    expect([...THRESHOLDS].sort()).toEqual(['always', 'critical', 'high', 'info', 'low', 'medium'])
  })

  it('is met by at least one finding that severe', () => {
    const met = (counts: typeof none) => THRESHOLDS.filter((each) => meetsThreshold(counts, each))
    expect(met(none)).toEqual(['always'])
    expect(met({ ...none, info: 3 })).toEqual(['info', 'always'])
    expect(met({ ...none, medium: 1 })).toEqual(['medium', 'low', 'info', 'always'])
    expect(met({ ...none, critical: 1 })).toEqual([...THRESHOLDS])
  })
})
