import { pageOf, type PageKind } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { TRACE_FORMATS, type TraceFormat } from '../../payloads/stack-traces.ts'
import { passive, type Sighting } from '../check.ts'
import { isShownAsExample } from '../support/shown-as-example.ts'
import { wordsIn } from '../support/words-in.ts'

/** Scripts hold traces only in their own tests and manuals. */
const KINDS: ReadonlySet<PageKind> = new Set(['html', 'json', 'xml', 'text'])
/** What may stand between two frames: markup, a line of source. */
const MOST_BETWEEN = 300
const MOST_FRAMES = 60
const MOST_AFTER_HEAD = 2000
const SERVER_ERROR = 500

type Trace = Readonly<{ start: number; end: number; first: string; frames: number }>

export default passive({
  meta: {
    id: 'info.stacktrace',
    title: 'Answer shows a stack trace',
    category: 'Information disclosure',
    severity: 'low',
    owasp: 'A10:2025',
    owasp2021: 'A04:2021',
    cwe: 'CWE-209',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'language of the trace',
    probes: [
      'reads pages and data for the frames of stack traces, in the order each language writes them',
    ],
    description:
      'An answer contains the stack trace of an error. It names files, folders, functions and libraries of ' +
      'the application, often with their versions, and shows that errors reach visitors unhandled. Both help ' +
      'to find and to use other flaws.',
    remediation:
      'Handle errors in one place: write the trace to the log, and answer with a plain page and a reference ' +
      'number. Switch debug modes off in production.',
    references: [
      'https://cwe.mitre.org/data/definitions/209.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
    ],
  },

  readsErrors: true,

  appliesTo: (exchange) => exchange.response.body !== '' && KINDS.has(pageOf(exchange).kind),

  *run(exchange) {
    const seen = new Set<string>()
    const found = wordsIn(exchange.response.body)
    for (const format of TRACE_FORMATS) {
      if (!format.hints.some((hint) => found.has(hint)) || seen.has(format.language)) continue
      const trace = findTrace(exchange.response.body, format)
      if (trace === null) continue
      seen.add(format.language)
      yield sighting(exchange, format.language, trace)
    }
  },
})

function sighting(exchange: Exchange, language: string, trace: Trace): Sighting {
  const { status, body } = exchange.response
  const isExample =
    status < SERVER_ERROR &&
    pageOf(exchange).kind === 'html' &&
    isShownAsExample(body, trace.start, trace.end - trace.start)
  return {
    confidence: isExample ? 'possible' : 'confirmed',
    reason: isExample
      ? 'The trace stands as an example in a page that has more words than trace.'
      : `Frames in the order and form of ${language} were read.`,
    discriminator: language.toLowerCase(),
    location: 'response',
    evidence: {
      exchange,
      match: trace.first,
      note: `The answer (status ${status}) shows a stack trace of ${language}; frames read: ${trace.frames}.`,
    },
  }
}

/** The first run of frames that follow each other; behind the head where the format has one. */
function findTrace(body: string, { head, frame, least }: TraceFormat): Trace | null {
  const headAt = head === null ? 0 : body.search(head)
  if (headAt === -1) return null
  const text = head === null ? body : body.slice(headAt, headAt + MOST_AFTER_HEAD)
  const frames = text
    .matchAll(frame)
    .take(MOST_FRAMES)
    .toArray()
    .map(({ 0: first, index }) => ({
      first,
      start: headAt + index,
      end: headAt + index + first.length,
    }))
  for (const [at, first] of frames.entries()) {
    let last = at
    while ((frames[last + 1]?.start ?? Infinity) - (frames[last]?.end ?? 0) <= MOST_BETWEEN)
      last += 1
    if (last - at + 1 >= least) {
      return { ...first, end: frames[last]?.end ?? first.end, frames: last - at + 1 }
    }
  }
  return null
}
