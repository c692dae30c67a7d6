import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'

import { writeMail } from '../../src/notify/mail.ts'
import { noticeOf } from '../../src/notify/notice.ts'
import { hostileFacts, someFacts } from './support.ts'

const LETTER = {
  id: '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  from: 'notifications@palisade.example',
  to: 'team+scans@shop.example',
  at: Date.UTC(2026, 10, 20, 10, 2, 31),
}
const write = (facts: Parameters<typeof noticeOf>[0]) => writeMail(noticeOf(facts), LETTER)
const read = (raw: string) => PostalMime.parse(raw)

const mail = await write(someFacts())

describe('the mail about a scan', () => {
  it('has a text and an HTML part that say the same', async () => {
    const { text = '', html = '', subject, from, to } = await read(mail.raw)
    expect(mail.raw).toContain('multipart/alternative')
    expect(subject).toBe('Scan completed: shop.example')
    expect(from).toMatchObject({ name: 'Palisade', address: LETTER.from })
    expect(to).toMatchObject([{ address: LETTER.to }])
    for (const part of [text, html]) {
      for (const fact of ['https://shop.example/', '61 of 100', '3 (critical 1, medium 2)']) {
        expect(part).toContain(fact)
      }
      expect(part).toContain('critical: SQL injection')
      expect(part).toContain('https://palisade.example/?scan=')
    }
  })

  it('says who wrote it, when, and that a machine did', async () => {
    const { messageId, date, headers } = await read(mail.raw)
    expect(messageId).toBe(`<${LETTER.id}@palisade.example>`)
    expect(date).toBe('2026-11-20T10:02:31.000Z')
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  })

  it('is the same bytes for the same letter', async () => {
    expect((await write(someFacts())).raw).toBe(mail.raw)
  })

  it.each(hostileFacts.map((facts) => [facts.target_url.slice(0, 40), facts] as const))(
    'adds no header, tag or recipient for %j',
    async (_, facts) => {
      const { raw, subject } = await write(facts)
      const parsed = await read(raw)
      expect(parsed.headers.map(({ key }) => key).toSorted()).toEqual(
        (await read(mail.raw)).headers.map(({ key }) => key).toSorted(),
      )
      expect(parsed.to?.map(({ address }) => address)).toEqual([LETTER.to])
      expect([parsed.cc, parsed.bcc]).toEqual([undefined, undefined])
      expect(parsed.subject).toBe(subject)
      expect(parsed.html).not.toMatch(/<(?:script|img|iframe|object|link)\b/i)
      expect(parsed.html?.match(/<a /g)).toHaveLength(1)
      expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
    },
  )
})
