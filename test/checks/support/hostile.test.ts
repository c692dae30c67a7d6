import { describe, expect, it } from 'vitest'

import { CHECKS } from '../../../src/scanner/checks/index.ts'
import { runCheck } from '../../support/check-run.ts'
import { valueOf, type Reply } from '../../support/site.ts'

const MB = 1_000_000
const times = (text: string, length = MB): string => text.repeat(Math.ceil(length / text.length))

/** Above what any of them takes, with two busy cores, and far below what is not linear takes. */
const MOST_MS = 2000
const BODIES: Readonly<Record<string, string>> = {
  'elements that are never closed': times('<b>'),
  'elements that nothing opened': times('<b>', MB / 2) + times('</i>', MB / 2),
  'angle brackets': times('<'),
  quotes: times('"'),
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
  assignments: `<script>${times('location="', 250_000)}</script>`,
}
/** The value comes back at the start and the end, so that checks that look for it go on. */
const echo =
  (body: string, type: string) =>
  (value: string): Reply => ({
    headers: {
      'content-type': type,
      'set-cookie': 'sid=a1b2c3d4e5f6',
      'content-security-policy': times('a,', 30_000),
    },
    body: `${value}${body}${value}`,
  })

describe.each(Object.entries(BODIES))('a megabyte of %s', (_, body) => {
  it.each(['text/html', 'application/xml'])('as %s', async (type) => {
    const reply = echo(body, type)
    const site = (request: Parameters<typeof valueOf>[0]) => reply(valueOf(request, 'next'))
    for (const check of CHECKS) {
      const started = performance.now()
      const { recorded } = await runCheck(check, { url: 'https://shop.test/?next=/a', site })
      const each = (performance.now() - started) / recorded.length
      expect(each, `${check.meta.id}, milliseconds per answer`).toBeLessThan(MOST_MS)
    }
  })
})
