import { describe, expect, it } from 'vitest'

import { discordMessage } from '../../src/notify/chat/discord.ts'
import { fit } from '../../src/notify/chat/fit.ts'
import { slackMessage } from '../../src/notify/chat/slack.ts'
import { teamsMessage } from '../../src/notify/chat/teams.ts'
import { noticeOf } from '../../src/notify/notice.ts'
import { hostileFacts, someFacts } from './support.ts'

/** Every text of a message, with the name it has there. */
function textsOf(value: unknown, name = ''): readonly (readonly [name: string, text: string])[] {
  if (typeof value === 'string') return [[name, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, each]) =>
    textsOf(each, Array.isArray(value) ? name : key),
  )
}
const hostile = hostileFacts.map(noticeOf)
const notice = noticeOf(someFacts())
const ping = noticeOf({ event: 'ping', at: 0 })
const clean = noticeOf(
  someFacts({ counts: { critical: 0, high: 0, medium: 0, low: 0, info: 0 }, top: [] }),
)

describe('Slack', () => {
  it('gets blocks and a fallback text', () => {
    expect(slackMessage(notice)).toEqual({
      text: 'Scan completed: shop.example · critical: SQL injection · medium: Session cookie without HttpOnly · medium: Clickjacking',
      blocks: [
        { type: 'header', text: plain('Scan completed: shop.example') },
        {
          type: 'section',
          fields: [
            plain('Target\nhttps://shop.example/'),
            plain('Risk score\n61 of 100'),
            plain('Findings\n3 (critical 1, medium 2)'),
            plain('Completed\n2026-11-20 10:02 UTC'),
          ],
        },
        {
          type: 'section',
          text: plain(
            '• critical: SQL injection\n• medium: Session cookie without HttpOnly\n• medium: Clickjacking',
          ),
        },
        {
          type: 'context',
          elements: [plain('Palisade, scan 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11')],
        },
        {
          type: 'actions',
          elements: [
            { type: 'button', text: plain('Open the scan'), url: expect.stringContaining('4f0c') },
          ],
        },
      ],
    })
  })

  it('mentions nobody and links nothing of a hostile text', () => {
    for (const message of hostile.map(slackMessage)) {
      for (const [, text] of textsOf(message)) expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
      const types = message.blocks.flatMap((block) => textsOf(block)).filter(([n]) => n === 'type')
      expect(types.map(([, type]) => type)).not.toContain('mrkdwn')
    }
  })

  it('stays within the limits of blocks', () => {
    for (const { text, blocks } of [...hostile, ping, clean].map(slackMessage)) {
      expect(text.length).toBeLessThanOrEqual(4000)
      expect(blocks.length).toBeLessThanOrEqual(50)
      expect(JSON.stringify(blocks).length).toBeLessThan(13_200)
      for (const block of blocks) {
        const most = block.type === 'header' ? 150 : block.type === 'section' ? 2000 : 300
        const whole = 'text' in block && block.type === 'section' ? 3000 : most
        const texts = textsOf(block).filter(([name]) => name === 'text')
        for (const [, each] of texts)
          expect([each.length <= whole, each !== '']).toEqual([true, true])
      }
    }
  })
})

describe('Discord', () => {
  it('gets one embed that mentions nobody', () => {
    expect(discordMessage(notice)).toEqual({
      embeds: [
        {
          title: String.raw`Scan completed\: shop.example`,
          url: expect.stringContaining('4f0c'),
          description: [
            String.raw`• critical\: SQL injection`,
            String.raw`• medium\: Session cookie without HttpOnly`,
            String.raw`• medium\: Clickjacking`,
          ].join('\n'),
          color: 0x8b1a1a,
          fields: [
            { name: 'Target', value: String.raw`https\://shop.example/`, inline: false },
            { name: 'Risk score', value: '61 of 100', inline: false },
            { name: 'Findings', value: String.raw`3 \(critical 1, medium 2\)`, inline: false },
            { name: 'Completed', value: String.raw`2026\-11\-20 10\:02 UTC`, inline: false },
          ],
          footer: { text: 'Palisade, scan 4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11' },
          timestamp: '2026-11-20T10:02:31Z',
        },
      ],
      allowed_mentions: { parse: [] },
    })
  })

  it('reads no markup, link or mention in a hostile text', () => {
    for (const message of hostile.map(discordMessage)) {
      expect(message.allowed_mentions).toEqual({ parse: [] })
      for (const [name, text] of textsOf(message)) {
        if (name === 'url' || name === 'timestamp') continue
        expect(text).not.toMatch(/@(?:everyone|here)/)
        const isFooter = text.startsWith('Palisade, scan ')
        if (!isFooter) expect(text).not.toMatch(/(?<!\\)(?:\\\\)*[*_~|<>[\]()#`]|:\/\/(?<!\\:\/\/)/)
      }
    }
  })

  it('stays within the limits of embeds', () => {
    for (const message of [...hostile, ping, clean].map(discordMessage)) {
      const [embed] = message.embeds
      if (embed === undefined) throw new Error('no embed')
      expect(embed.title.length).toBeLessThanOrEqual(256)
      expect((embed.description ?? '').length).toBeLessThanOrEqual(4096)
      expect(embed.fields.length).toBeLessThanOrEqual(25)
      const values = embed.fields.map(({ value }) => value)
      expect(values.every((value) => value !== '' && value.length <= 1024)).toBe(true)
      const texts = [embed.title, embed.description ?? '', embed.footer.text, ...values]
      const names = embed.fields.map(({ name }) => name)
      expect([...texts, ...names].join('').length).toBeLessThanOrEqual(6000)
    }
  })
})

describe('Teams', () => {
  it('gets an adaptive card', () => {
    const { type, attachments } = teamsMessage(notice)
    expect([type, attachments.length]).toEqual(['message', 1])
    expect(attachments[0]).toMatchObject({
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', text: 'Scan completed: shop.example', color: 'Attention' },
          {
            type: 'FactSet',
            facts: expect.arrayContaining([{ title: 'Risk score', value: '61 of 100' }]),
          },
          { type: 'TextBlock', text: 'critical: SQL injection' },
          { type: 'TextBlock' },
          { type: 'TextBlock' },
          { type: 'TextBlock', isSubtle: true },
        ],
        actions: [{ type: 'Action.OpenUrl', url: expect.stringContaining('4f0c') }],
      },
    })
  })

  it('reads no markup or link in a hostile text, and stays within 28 kB', () => {
    for (const message of hostile.map(teamsMessage)) {
      expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(28_000)
      const texts = textsOf(message).filter(([name]) => name === 'text' || name === 'value')
      for (const [, text] of texts) {
        expect(text).not.toMatch(/(?<!\\)(?:\\\\)*[*_~<>[\]()#`]/)
        expect(text).not.toBe('')
      }
    }
  })
})

describe('every message', () => {
  it('of a test says so and has no button', () => {
    for (const message of [slackMessage(ping), discordMessage(ping), teamsMessage(ping)]) {
      expect(JSON.stringify(message)).toContain('Test message from Palisade')
      expect(JSON.stringify(message)).not.toContain('Open the scan')
    }
  })

  it('of a scan without findings says none', () => {
    for (const message of [slackMessage(clean), discordMessage(clean), teamsMessage(clean)]) {
      expect(JSON.stringify(message)).toContain('none')
    }
  })

  it('counts the findings that it does not name', () => {
    const many = noticeOf(someFacts({ counts: { ...someFacts().counts, low: 10_000 } }))
    expect(JSON.stringify(slackMessage(many))).toContain('and 10,000 more')
  })
})

describe('a text that is made to fit', () => {
  const double = (char: string) => (char === '*' ? String.raw`\*` : char)

  it.each([
    ['short', 10, 'short'],
    ['exactly10!', 10, 'exactly10!'],
    ['eleven char', 10, 'eleven ch…'],
    ['**********', 10, String.raw`\*\*\*\*…`],
    ['😀😀😀😀😀😀', 10, '😀😀😀😀…'],
    ['a\r\n b\u0000c\u202ed', 10, 'a b c d'],
    ['', 10, '–'],
    ['\u0007', 10, '–'],
  ])('%j in %i is %j', (text, most, expected) => {
    expect(fit(text, most, double)).toBe(expected)
  })
})

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
