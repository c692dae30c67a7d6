import type { Severity } from '../../report/severity.ts'
import { isoSeconds } from '../../report/time.ts'
import type { Notice } from '../notice.ts'
import { fit } from './fit.ts'

// Discord, "Embed limits": title 256, description 4096, field value 1024, 6000 in all.
const TITLE = 256
const LINE = 400
const VALUE = 500
const FOOTER = 200

const COLOURS: Readonly<Record<Severity, number>> = {
  critical: 0x8b1a1a,
  high: 0xc0392b,
  medium: 0xd98200,
  low: 0x2f6f9f,
  info: 0x5f6b76,
}
const NOTHING_FOUND = 0x2e7d4f

/** A zero-width space after it, and `@everyone` names nobody; a colon without `//` links nothing. */
const escape = (char: string): string =>
  char === '@' ? '@\u200b' : /[\\`*_~|<>[\]()#+\-:!]/.test(char) ? `\\${char}` : char

/** One embed; nobody is mentioned, whatever the texts say. */
export function discordMessage(notice: Notice) {
  const lines = notice.lines.map((line) => `• ${fit(line, LINE, escape)}`)
  return {
    embeds: [
      {
        title: fit(notice.title, TITLE, escape),
        ...(notice.link !== null && { url: notice.link }),
        ...(lines.length > 0 && { description: lines.join('\n') }),
        color: notice.worst === null ? NOTHING_FOUND : COLOURS[notice.worst],
        fields: notice.facts.map(([name, value]) => ({
          name,
          value: fit(value, VALUE, escape),
          inline: false,
        })),
        footer: { text: fit(notice.footer, FOOTER, (char) => char) },
        timestamp: `${isoSeconds(notice.at)}Z`,
      },
    ],
    allowed_mentions: { parse: [] },
  }
}
