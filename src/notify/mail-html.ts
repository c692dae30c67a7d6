import { fit } from './chat/fit.ts'
import type { Notice } from './notice.ts'

const LINE = 1000

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (char: string): string => ENTITIES[char] ?? char
const html = (text: string): string => fit(text, LINE, escape)

const FONT = 'font:16px/1.5 system-ui,sans-serif;color:#1d2733'
const CELL = 'padding:4px 16px 4px 0;vertical-align:top;text-align:left'
const BUTTON =
  'display:inline-block;padding:10px 18px;background:#1f5f8b;color:#ffffff;text-decoration:none'
const SMALL = 'font-size:13px;color:#5f6b76'

/** A page of its own: no script, no image, nothing fetched; mail readers keep inline styles only. */
export function mailHtml({ title, facts, lines, link, footer }: Notice): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${CELL}">${html(label)}</th><td style="${CELL}">${html(value)}</td></tr>`,
  )
  const items = lines.map((line) => `<li>${html(line)}</li>`)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${html(title)}</title></head><body style="${FONT}">`,
    `<h1 style="font-size:20px">${html(title)}</h1>`,
    `<table role="presentation" style="border-collapse:collapse">${rows.join('')}</table>`,
    items.length === 0 ? '' : `<ul>${items.join('')}</ul>`,
    link === null ? '' : `<p><a href="${escapeAll(link)}" style="${BUTTON}">Open the scan</a></p>`,
    `<p style="${SMALL}">${html(footer)}</p></body></html>`,
  ].join('')
}

const escapeAll = (text: string): string => Array.from(text, escape).join('')
