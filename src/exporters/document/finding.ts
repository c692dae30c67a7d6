import { owaspName } from '../../report/catalogue.ts'
import type { Finding } from '../../report/finding.ts'
import { splitEvidence } from '../evidence.ts'
import { SEVERITY_WORDS } from '../facts.ts'
import { excerpt, type ExcerptBounds } from './excerpt.ts'
import { plain, type Block, type Fact, type Rich } from './model.ts'
import { findingAnchor, heading, type Part, type Section } from './part.ts'
import { oneLine, visible } from './visible.ts'
import { CONFIDENCE_WORDS, count, grouped, longDate } from './words.ts'
import { narrativeOf } from '../narrative.ts'

/** What is quoted at most; the JSON and HTML reports hold the rest. */
const BOUNDS = {
  evidence: { chars: 2_000, lines: 30 },
  request: { chars: 1_600, lines: 24 },
  response: { chars: 2_000, lines: 28 },
  curl: { chars: 2_400, lines: 30 },
} as const satisfies Record<string, ExcerptBounds>
const PROSE_CHARS = 4_000
const TITLE_CHARS = 300
const URL_CHARS = 2_100
/** Room below the heading of a finding, in points: it takes its first facts along. */
const KEEP = 130

export const findings: Section = (part) => {
  const opening = heading(part, 1, 'Findings in detail', 'findings')
  if (part.rows.issues.length === 0) {
    return [opening, { kind: 'paragraph', text: plain('There are no findings to describe.') }]
  }
  return [
    opening,
    { kind: 'paragraph', text: plain(HOW_TO_READ) },
    ...part.full.flatMap((finding, at) => findingBlocks(part, finding, at + 1)),
  ]
}

const HOW_TO_READ =
  'The findings stand in order of severity. Each quotes what was sent and what came back; what proves it is highlighted. ' +
  'Credentials and other secrets are masked, and long messages are cut, with the number of characters left out.'

function findingBlocks(part: Part, finding: Finding, number: number): readonly Block[] {
  const title = oneLine(finding.title, TITLE_CHARS)
  const { note, match } = splitEvidence(finding)
  return [
    {
      ...heading(part, 2, `${number}. ${title}`, `f-${finding.id}`),
      anchor: findingAnchor(part, finding),
      severity: finding.severity,
      keep: KEEP,
    },
    { kind: 'facts', rows: factsOf(finding) },
    ...prose('Description', finding.description),
    ...prose('What an attacker gains', narrativeOf(finding)),
    ...evidenceBlocks(note, match),
    ...quoted('Request', finding.request, match, BOUNDS.request),
    ...quoted('Response', finding.response, match, BOUNDS.response),
    ...quoted('Reproduce', finding.curl, null, BOUNDS.curl),
    ...prose('Remediation', finding.ai_remediation ?? finding.remediation),
    ...instances(finding),
    ...references(finding),
  ]
}

function factsOf(finding: Finding): readonly Fact[] {
  const cvss = finding.cvss_vector === null ? '' : ` (${finding.cvss_vector})`
  return [
    [
      'Severity',
      [
        { text: SEVERITY_WORDS[finding.severity], style: 'bold' },
        { text: `, CVSS ${finding.cvss_score.toFixed(1)}${cvss}` },
      ],
    ],
    [
      'Confidence',
      ticked(`${CONFIDENCE_WORDS[finding.confidence]}. ${visible(finding.confidence_reason)}`),
    ],
    ['Place', [{ text: oneLine(`${finding.method} ${finding.url}`, URL_CHARS), style: 'code' }]],
    ...(finding.parameter === '' ? [] : [parameterFact(finding)]),
    ['Weakness', plain(`${finding.cwe_id} ${finding.cwe_name}`)],
    [
      'OWASP Top 10',
      plain(
        `${finding.owasp_id} ${owaspName(finding.owasp_id)}; ${finding.owasp_2021_id} ${owaspName(finding.owasp_2021_id)}`,
      ),
    ],
    ...dates(finding),
    ['Id', [{ text: finding.id, style: 'code' }]],
  ]
}

const parameterFact = (finding: Finding): Fact => [
  'Parameter',
  [
    { text: oneLine(finding.parameter, TITLE_CHARS), style: 'code' },
    { text: ` (${finding.location})` },
  ],
]

function dates({ first_seen, due_date }: Finding): readonly Fact[] {
  const seen = first_seen === null ? [] : [`first seen ${longDate(first_seen)}`]
  const due = due_date === null ? [] : [`to be mended by ${longDate(due_date)}`]
  const text = [...seen, ...due].join(', ')
  return text === '' ? [] : [['Dates', plain(text.charAt(0).toUpperCase() + text.slice(1))]]
}

function evidenceBlocks(note: string, match: string | null): readonly Block[] {
  const opening = prose('Evidence', note)
  if (match === null || match.trim() === '') return opening
  return [...opening, ...code(match, match, BOUNDS.evidence)]
}

function prose(label: string, text: string | null): readonly Block[] {
  if (text === null || text.trim() === '') return []
  const { text: shown, omitted } = excerpt(text, null, { chars: PROSE_CHARS, lines: 80 })
  const paragraphs = shown.split('\n').filter((line) => line.trim() !== '')
  return [
    { kind: 'label', text: label },
    ...paragraphs.map((line) => ({ kind: 'paragraph', text: ticked(line) }) as const),
    ...cutNote(omitted),
  ]
}

/** The engine's notes put names between backticks. */
const ticked = (line: string): Rich =>
  line
    .split('`')
    .map((text, at, all) =>
      at % 2 === 1 && at < all.length - 1
        ? ({ text, style: 'code' } as const)
        : { text: at % 2 === 1 ? `\`${text}` : text },
    )
    .filter(({ text }) => text !== '')

function quoted(
  label: string,
  text: string | null,
  match: string | null,
  bounds: ExcerptBounds,
): readonly Block[] {
  if (text === null || text.trim() === '') return []
  return [{ kind: 'label', text: label }, ...code(text, match, bounds)]
}

function code(raw: string, match: string | null, bounds: ExcerptBounds): readonly Block[] {
  const { text, marks, omitted } = excerpt(raw, match, bounds)
  return [{ kind: 'code', text, marks }, ...cutNote(omitted)]
}

const cutNote = (omitted: number): readonly Block[] =>
  omitted === 0
    ? []
    : [
        {
          kind: 'paragraph',
          tone: 'small',
          text: plain(
            `${count(omitted, 'character')} left out; the JSON and HTML reports have all.`,
          ),
        },
      ]

function instances({ instances_count, instances }: Finding): readonly Block[] {
  if (instances.length === 0) return []
  const unlisted = instances_count - 1 - instances.length
  const rest = unlisted > 0 ? `, ${grouped(unlisted)} of them not listed` : ''
  return [
    { kind: 'label', text: `Also seen at ${count(instances_count - 1, 'other place')}${rest}` },
    {
      kind: 'list',
      isNumbered: false,
      items: instances.map(({ method, url, parameter }) => [
        { text: oneLine(`${method} ${url}`, URL_CHARS), style: 'code' },
        { text: parameter === '' ? '' : ` (${oneLine(parameter, TITLE_CHARS)})` },
      ]),
    },
  ]
}

/** Only https addresses of the check are linked; addresses of the target never are. */
function references({ references }: Finding): readonly Block[] {
  if (references.length === 0) return []
  return [
    { kind: 'label', text: 'References' },
    {
      kind: 'list',
      isNumbered: false,
      items: references.map((address) => {
        const text = oneLine(address, URL_CHARS)
        return [text.startsWith('https://') && text === address ? { text, link: text } : { text }]
      }),
    },
  ]
}
