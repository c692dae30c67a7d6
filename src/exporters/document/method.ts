import { SLA_DAYS } from '../../report/due.ts'
import { SEVERITIES, type Severity } from '../../report/severity.ts'
import { plain, textCell, type Block } from './model.ts'
import { heading, type Section } from './part.ts'

/** Bands of the base score (CVSS 3.1, 5): the least and the highest score of each. */
export const CVSS_RANGES: Readonly<Record<Severity, readonly [least: string, most: string]>> = {
  critical: ['9.0', '10.0'],
  high: ['7.0', '8.9'],
  medium: ['4.0', '6.9'],
  low: ['0.1', '3.9'],
  info: ['0.0', '0.0'],
}

const HOW =
  'The site was crawled within its scope, and each check was run on what the crawl found: pages, forms, parameters, headers, cookies and documents. ' +
  'A check that changes a request repeats it with fresh random words and compares with a control request that must stay silent. Payloads have no lasting effect: ' +
  'nothing is deleted, ordered or sent to others on purpose.'

const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  [
    'Confirmed',
    'An effect that only the weakness can cause was seen twice, and the control was clean',
  ],
  ['Likely', 'A strong signal, with one independent confirmation missing'],
  ['Grade', 'From the risk score; one critical finding makes it F, one high finding C at best'],
  ['Risk score', '0 is best, 100 worst; each further finding adds less than the one before'],
  ['Due date', 'The day of first sight and the days that the table below allows'],
]

const LIMITS: readonly string[] = [
  'An automated scan sees a site from outside, at one time, with the account it was given. It does not judge business logic, the design of roles, or what cannot be reached by links, forms or a given description of the API.',
  'A passed check means that nothing was found at the points that were reached, not that nothing is there.',
  'Evidence is bounded: requests and responses are cut to 16 kB by the engine and further in this document. Secrets are masked.',
  'Text in any script is shown as it was read. In PDF, letters of right-to-left scripts run from right to left but are not joined, those of Indic scripts are not reordered, and characters that the embedded fonts lack are named by their code point. Word documents leave this to the fonts of the reader. What has no visible form, such as control characters, is named by its code point: [U+0000].',
]

export const method: Section = (part) => [
  heading(part, 1, 'Methodology and limits', 'method'),
  { kind: 'paragraph', text: plain(HOW) },
  { kind: 'label', text: 'Words and numbers' },
  { kind: 'facts', rows: WORDS.map(([word, meaning]) => [word, plain(`${meaning}.`)]) },
  severityTable(),
  { kind: 'label', text: 'Limits' },
  { kind: 'list', isNumbered: false, items: LIMITS.map(plain) },
]

const severityTable = (): Block => ({
  kind: 'table',
  columns: [
    { title: 'Severity', share: 20 },
    { title: 'CVSS 3.1 base score', share: 40 },
    { title: 'Days to mend', share: 40 },
  ],
  rows: SEVERITIES.map((severity) => [
    { kind: 'severity', severity },
    textCell(CVSS_RANGES[severity].join(' to ')),
    textCell(SLA_DAYS[severity] === null ? 'none set' : String(SLA_DAYS[severity])),
  ]),
})
