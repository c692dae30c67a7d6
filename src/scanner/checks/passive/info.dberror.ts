import { pageOf, type PageKind } from '../../crawl/page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { DB_ERROR_WORDS, type DbErrorKind } from '../../payloads/db-errors.ts'
import { passive, type Sighting } from '../check.ts'
import { dbErrorsIn, type DbError } from '../support/db-error.ts'
import { isShownAsExample } from '../support/shown-as-example.ts'
import { wordsIn } from '../support/words-in.ts'

/** Scripts name the errors that they handle. */
const KINDS: ReadonlySet<PageKind> = new Set(['html', 'json', 'xml', 'text'])
/** Messages about a value are what a form says to its user; they tell nothing. */
const TELLING: ReadonlySet<DbErrorKind> = new Set(['syntax', 'driver', 'object'])
const SERVER_ERROR = 500

export default passive({
  meta: {
    id: 'info.dberror',
    title: 'Answer shows the error of a database',
    category: 'Information disclosure',
    severity: 'low',
    owasp: 'A10:2025',
    owasp2021: 'A04:2021',
    cwe: 'CWE-209',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'database',
    probes: ['reads pages and data for the messages of databases and their drivers'],
    description:
      'An answer contains the error message of a database or its driver. It names the product and parts of ' +
      'the statement, and shows that errors of the database reach visitors. That makes an injection, where ' +
      'there is one, much easier to use.',
    remediation:
      'Catch errors of the database, write them to the log, and answer with a plain page. Find out why the ' +
      'statement failed: on a page that nobody attacked, it is a fault by itself.',
    references: [
      'https://cwe.mitre.org/data/definitions/209.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
    ],
  },

  readsErrors: true,

  appliesTo: (exchange) => exchange.response.body !== '' && KINDS.has(pageOf(exchange).kind),

  *run(exchange) {
    const words = wordsIn(exchange.response.body)
    if (!DB_ERROR_WORDS.some((word) => words.has(word))) return
    const error = dbErrorsIn(exchange).find(({ signature }) => TELLING.has(signature.kind))
    if (error === undefined) return
    yield {
      ...judge(error, exchange),
      discriminator: error.signature.engine.toLowerCase(),
      location: 'response',
      evidence: {
        exchange,
        match: error.text,
        note: `The answer (status ${exchange.response.status}) shows an error of ${error.signature.engine}.`,
      },
    }
  },
})

/** The name of the JSON member whose text goes on at the end; what an answer says of its own failure. */
const MEMBER = /"([^"\\]{1,60})"\s{0,9}:\s{0,9}"(?:[^"\\]|\\.){0,200}$/
const TELLS_ERRORS = /err|exception|message|msg|detail|fault|reason|cause|trace|debug|warn|sql/i

function isOtherMember(body: string, at: number): boolean {
  const name = MEMBER.exec(body.slice(Math.max(0, at - 300), at))?.[1]
  return name !== undefined && !TELLS_ERRORS.test(name)
}

type Judgement = Pick<Sighting, 'confidence' | 'reason'>

/** A message is one line: only a server that says itself that it failed leaves no doubt. */
function judge({ text }: DbError, exchange: Exchange): Judgement {
  const { status, body } = exchange.response
  if (status >= SERVER_ERROR) {
    return {
      confidence: 'confirmed',
      reason: `The answer has the status ${status} and the wording of the product.`,
    }
  }
  const isHtml = pageOf(exchange).kind === 'html'
  if (isHtml && isShownAsExample(body, body.indexOf(text), text.length)) {
    return {
      confidence: 'possible',
      reason: 'The message stands as an example in a page that has more words than message.',
    }
  }
  if (isOtherMember(body, body.indexOf(text))) {
    return {
      confidence: 'possible',
      reason: 'The message is a value among data, under a name that says nothing of errors.',
    }
  }
  return {
    confidence: 'likely',
    reason: 'The wording is that of the product, but the status says nothing of an error.',
  }
}
