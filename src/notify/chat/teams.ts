import type { Severity } from '../../report/severity.ts'
import type { Notice } from '../notice.ts'
import { fit } from './fit.ts'

// Teams takes 28 kB; this stays below a third of it.
const TITLE = 200
const LINE = 400
const VALUE = 500

const COLOURS: Readonly<Record<Severity, string>> = {
  critical: 'Attention',
  high: 'Attention',
  medium: 'Warning',
  low: 'Accent',
  info: 'Default',
}

/** A TextBlock reads some Markdown; escaped, each character means itself. */
const escape = (char: string): string => (/[\\[\]()*_~`#<>+\-!]/.test(char) ? `\\${char}` : char)

const textBlock = (text: string, look: Readonly<Record<string, string | boolean>>) => ({
  type: 'TextBlock',
  text,
  wrap: true,
  ...look,
})

/** An adaptive card of schema 1.4, as Workflows and the older connectors take it. */
export function teamsMessage(notice: Notice) {
  const colour = notice.worst === null ? 'Good' : COLOURS[notice.worst]
  const facts = notice.facts.map(([title, value]) => ({ title, value: fit(value, VALUE, escape) }))
  const lines = notice.lines.map((line) => textBlock(fit(line, LINE, escape), { spacing: 'Small' }))
  const heading = { size: 'Medium', weight: 'Bolder', color: colour }
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      textBlock(fit(notice.title, TITLE, escape), heading),
      { type: 'FactSet', facts },
      ...lines,
      textBlock(fit(notice.footer, TITLE, escape), { isSubtle: true, size: 'Small' }),
    ],
    ...(notice.link !== null && {
      actions: [{ type: 'Action.OpenUrl', title: 'Open the scan', url: notice.link }],
    }),
  }
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: card,
      },
    ],
  }
}
