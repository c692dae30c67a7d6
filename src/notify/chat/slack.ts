import type { Notice } from '../notice.ts'
import { fit } from './fit.ts'

// docs.slack.dev, Block Kit: header 150, section text 3000, fields 10 of 2000, button URL 3000.
const HEADER = 150
const FIELD = 500
const LINE = 400
const FALLBACK = 1000
const CONTEXT = 200

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Slack's three; without `<` there is no link and no `<!channel>`. */
const escape = (char: string): string => ENTITIES[char] ?? char

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false }) as const

/** Blocks of plain text, which Slack reads no markup in. */
export function slackMessage(notice: Notice) {
  const lines = notice.lines.map((line) => `• ${fit(line, LINE, escape)}`)
  const fields = notice.facts.map(([label, value]) =>
    plain(`${label}\n${fit(value, FIELD, escape)}`),
  )
  return {
    text: fit([notice.title, ...notice.lines].join(' · '), FALLBACK, escape),
    blocks: [
      { type: 'header', text: plain(fit(notice.title, HEADER, escape)) },
      { type: 'section', fields },
      ...(lines.length === 0 ? [] : [{ type: 'section', text: plain(lines.join('\n')) }]),
      { type: 'context', elements: [plain(fit(notice.footer, CONTEXT, escape))] },
      ...(notice.link === null ? [] : [button(notice.link)]),
    ],
  }
}

const button = (url: string) => ({
  type: 'actions',
  elements: [{ type: 'button', text: plain('Open the scan'), url }],
})
