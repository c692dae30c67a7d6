import check from '../../src/scanner/checks/origin/info.securitytxt.ts'
import { testCheck } from '../support/check-tester.ts'
import { files, MISSING } from '../support/files.ts'
import { html, type Reply } from '../support/site.ts'

const PATH = '/.well-known/security.txt'
const CONTACT = 'Contact: mailto:security@shop.test\n'
const file = (body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  headers: { 'content-type': 'text/plain', date: 'Sat, 21 Nov 2026 20:57:39 GMT', ...headers },
  body,
})
const at = (body: string, headers?: Readonly<Record<string, string>>) => ({
  site: files({ [PATH]: file(body, headers) }),
})
const EXPIRES = 'Expires: 2027-06-30T00:00:00Z\n'

testCheck(check, {
  clean: {
    'a valid file': { ...at(CONTACT + EXPIRES), requests: 1 },
    'a signed file': at(
      `-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\ncontact : x@shop.test\r\nEXPIRES:2027-01-01T00:00:00+01:00 \r\n`,
    ),
    'the old place': { site: files({ '/security.txt': file(CONTACT + EXPIRES) }), requests: 2 },
    'a server that tells no time': at(`${CONTACT}Expires: 2020-01-01T00:00:00Z\n`, { date: '' }),
    'it ends today, later': at(`${CONTACT}Expires: 2026-11-21T20:57:40Z\n`),
    'a server in trouble': { site: html('<p>Try again</p>', { status: 503 }) },
    'a filter in front of the file': {
      site: files({ [PATH]: html('<h1>Access denied</h1>', { status: 403 }) }),
    },
  },
  found: {
    'no file': {
      site: MISSING,
      match: null,
      confidence: 'confirmed',
      discriminators: ['missing'],
      note: /404 for/,
    },
    'a page instead of a file': { site: html(CONTACT + EXPIRES), discriminators: ['missing'] },
    'a page at the place of the file': {
      site: files({ [PATH]: html(CONTACT + EXPIRES) }),
      discriminators: ['missing'],
    },
    'the same text everywhere': { site: file(CONTACT + EXPIRES), discriminators: ['missing'] },
    'a file for those who are logged in': {
      site: files({ [PATH]: { ...file(CONTACT + EXPIRES), status: 401 } }),
      discriminators: ['missing'],
    },
    'no contact': {
      ...at(`# Contact: me\n${EXPIRES}`),
      discriminators: ['no-contact'],
      match: null,
    },
    'no date': { ...at(CONTACT), discriminators: ['no-expires'], match: null },
    'a date that is none': {
      ...at(`${CONTACT}Expires: next year\n`),
      discriminators: ['no-expires'],
      match: 'Expires: next year',
    },
    'past its date': {
      ...at(`${CONTACT}Expires: 2026-11-21T20:57:38Z\n`),
      discriminators: ['expired'],
      match: 'Expires: 2026-11-21T20:57:38Z',
    },
    'past its date and without contact': {
      ...at('Expires: 2025-01-01T00:00:00Z\n'),
      discriminators: ['no-contact', 'expired'],
    },
  },
})
