import type { Instant } from '../report/time.ts'
import { fit } from './chat/fit.ts'
import { mailHtml } from './mail-html.ts'
import type { Notice } from './notice.ts'

const SUBJECT = 150
const LINE = 500
/** RFC 5322 §2.1.1, recommended. */
const RULER = '-'.repeat(60)

export type Letter = Readonly<{
  /** Unique; the same for the same letter. */
  id: string
  from: string
  to: string
  at: Instant
}>
export type Mail = Readonly<{ from: string; to: string; subject: string; raw: string }>

const asIs = (char: string): string => char

/** One line, however hostile what it is made of: a header cannot be added by it. */
export const subjectOf = (notice: Notice): string => fit(notice.title, SUBJECT, asIs)

/** The whole message of RFC 5322 with a text and an HTML part; the same input gives the same bytes. */
export async function writeMail(notice: Notice, letter: Letter): Promise<Mail> {
  // 24 kB of the packed Worker that most invocations never need.
  const { createMimeMessage } = await import('mimetext/browser')
  const { id, from, to } = letter
  const subject = subjectOf(notice)
  const message = createMimeMessage()
  message.boundaries = { mixed: `mixed-${id}`, alt: `alt-${id}`, related: `related-${id}` }
  message.setSender({ name: 'Palisade', addr: from })
  message.setRecipient({ addr: to })
  message.setSubject(subject)
  message.setHeader('Date', rfc5322(letter.at))
  message.setHeader('Message-ID', `<${id}@${from.split('@').at(-1) ?? 'localhost'}>`)
  // Out-of-office answers to a machine help nobody (RFC 3834).
  message.setHeader('Auto-Submitted', 'auto-generated')
  message.addMessage(part('text/plain', mailText(notice)))
  message.addMessage(part('text/html', mailHtml(notice)))
  return { from, to, subject, raw: message.asRaw() }
}

/** Base 64 keeps long lines and every script intact on the way. */
const part = (contentType: string, text: string) => ({
  contentType,
  encoding: 'base64' as const,
  data: (
    Buffer.from(text, 'utf8')
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n'),
})

function mailText({ title, facts, lines, link, footer }: Notice): string {
  const line = (text: string): string => fit(text, LINE, asIs)
  return [
    line(title),
    '',
    ...facts.map(([label, value]) => `${label}: ${line(value)}`),
    ...(lines.length === 0 ? [] : ['', ...lines.map((each) => `- ${line(each)}`)]),
    ...(link === null ? [] : ['', `Open the scan: ${link}`]),
    '',
    RULER,
    line(footer),
    '',
  ].join('\r\n')
}

/** `Fri, 20 Nov 2026 10:02:31 +0000` */
const rfc5322 = (at: Instant): string =>
  // oxlint-disable-next-line no-restricted-globals -- formats a given instant; reads no clock
  new Date(at).toUTCString().replace('GMT', '+0000')
