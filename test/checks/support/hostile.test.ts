import { describe, expect, it } from 'vitest'

import { CHECKS } from '../../../src/scanner/checks/index.ts'
import { secretsIn } from '../../../src/scanner/checks/support/exposed-file.ts'
import {
  inlineMapIn,
  referenceIn,
  sourceMapIn,
} from '../../../src/scanner/checks/support/source-map.ts'
import { readSessionCookies } from '../../../src/scanner/checks/support/cookies.ts'
import { enforcedPolicies } from '../../../src/scanner/checks/support/csp.ts'
import { dbErrorsIn } from '../../../src/scanner/checks/support/db-error.ts'
import {
  followedDestinations,
  offeredDestinations,
} from '../../../src/scanner/checks/support/destination.ts'
import { findExecution } from '../../../src/scanner/checks/support/execution.ts'
import { findReflections } from '../../../src/scanner/checks/support/reflections.ts'
import type { Exchange, HttpRequest } from '../../../src/scanner/http/exchange.ts'
import { runCheck } from '../../support/check-run.ts'
import { requestOf } from '../../support/inputs.ts'
import { answer, valueOf, type Reply } from '../../support/site.ts'
import { cpuMs } from '../../support/cpu.ts'

const MB = 1_000_000
const SOME = 300_000
const times = (text: string, length = SOME): string => text.repeat(Math.ceil(length / text.length))

/** Above what any of them takes, with two busy cores, and far below what is not linear takes. */
const MOST_MS = 2000
const BODIES: Readonly<Record<string, string>> = {
  'elements that are never closed': times('<b>', MB),
  'elements that nothing opened': times('<b>') + times('</i>'),
  'angle brackets': times('<', MB),
  quotes: times('"', MB),
  spaces: times(' '),
  ampersands: times('&'),
  'comments that never end': times('<!--'),
  'empty comments': times('<!---->'),
  'a script that never ends': `<script>${times('</script')}`,
  'a script of brackets': `<script>${times('(', 250_000)}</script>`,
  'a long sum': `<script>k${times('+k', 250_000)}</script>`,
  attributes: `<a ${Array.from({ length: 100_000 }, (_, n) => `a${n}`).join(' ')}>`,
  'policies in meta tags': times(
    '<meta http-equiv=content-security-policy content="script-src *">',
  ),
  refreshes: times('<meta http-equiv=refresh content="0;url=/">'),
  links: times('<a href=/>'),
  'words of an ORM': times('org.hibernate.'),
  'words of a driver': times('[SQL Server Native Client'),
  'source maps in comments': times('sourceMappingURL=data:application/json;base64,'),
  assignments: `<script>${times('location="', 250_000)}</script>`,
}
const WORD = 'k9xq'
const POLICIES = times('a,', 30_000)
const COOKIES = times('sid=a1b2c3d4e5f6; Secure; ', 30_000)

/** A page that shows the word before and after the body, and at length in its headers. */
const pageOf = (body: string, word: string): Reply => ({
  headers: {
    'content-type': 'text/html',
    'content-security-policy': POLICIES,
    'set-cookie': COOKIES,
    refresh: times(' '),
  },
  body: `${word}${body}${word}`,
})

const READERS: Readonly<Record<string, (exchange: Exchange) => unknown>> = {
  reflections: ({ response }) => findReflections(response.body, WORD, { xml: false }),
  'reflections in XML': ({ response }) => findReflections(response.body, WORD, { xml: true }),
  execution: (exchange) => findExecution(exchange, WORD),
  policies: enforcedPolicies,
  'destinations followed': followedDestinations,
  'destinations offered': (exchange) => offeredDestinations(exchange, WORD),
  'errors of databases': dbErrorsIn,
  cookies: readSessionCookies,
  secrets: ({ response }) => secretsIn(response.body),
  'source maps': (exchange) => [
    sourceMapIn(exchange),
    inlineMapIn(exchange),
    referenceIn(exchange),
  ],
}

describe.each(Object.entries(BODIES))('a page of %s', (_, body) => {
  const request = requestOf({})
  const exchange = { request, response: answer(pageOf(body, WORD), request, 0) }

  it.each(Object.entries(READERS))('is read for %s', async (_name, read) => {
    expect(await cpuMs(() => read(exchange))).toBeLessThan(MOST_MS)
  })
})

describe.each(['elements that are never closed', 'angle brackets', 'quotes'])(
  'a fifth of a megabyte of %s',
  (name) => {
    const body = (BODIES[name] ?? '').slice(0, MB / 5)

    // Those of TLS read a handshake, never a page.
    const readers = CHECKS.filter(({ meta }) => !meta.id.startsWith('tls.'))
    it.each(readers)('takes $meta.id not long', async (check) => {
      let last = ''
      const site = (request: HttpRequest) => {
        last = valueOf(request, 'next') || last
        return pageOf(body, last)
      }
      const row = { url: 'https://shop.test/?next=/a', shownAt: 'https://shop.test/shown', site }
      let answers = 0
      const spent = await cpuMs(async () => {
        answers = (await runCheck(check, row)).recorded.length
      })
      expect(spent / answers, 'milliseconds per answer').toBeLessThan(MOST_MS / 5)
    })
  },
)
