import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/attic/app.ts'
import { truth } from '../range/apps/attic/truth.ts'
import { askBytes, type ByteAnswer } from '../support/e2e-bytes.ts'
import { hasChecksum, parses } from '../support/e2e-keys.ts'
import { mustPlaces } from '../support/range-truth.ts'

const app = await start()
afterAll(() => app.close())

const read = (path: string): Promise<ByteAnswer> => askBytes(app.url + path.slice(1))
const pathsOf = (check: string): readonly string[] =>
  mustPlaces(truth, check).flatMap(([path]) => path ?? [])
/** Articles may quote what they explain. */
const outsideArticles = (text: string): string => text.replace(/<article>[^]*<\/article>/, '')

/** One pattern per case, and with it what must not be anywhere among the twins. */
const SAID: readonly (readonly [check: string, patterns: Readonly<Record<string, RegExp>>])[] = [
  [
    'secret.in_client',
    {
      '/js/upload.js': /'AKIA(?!\w*EXAMPLE)[A-Z2-7]{16}'[^]*'[\w+/]{40}'/,
      '/js/issues.js': /token ghp_\w{36}"/,
      '/config/client.json': /"xoxb-\d{12}-\d{13}-\w{24}"/,
      '/config/maps.json': /"AIza[\w-]{35}"/,
      '/js/signing.js': /-----BEGIN PRIVATE KEY-----\\n[\w+/=]{30}/,
      '/js/stock.js': /'eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{43}'/,
      '/js/legacy.js': /https:\/\/feed:\w{18}@/,
      '/deposit.php': /<script>.*'sk_live_\w{99}'/,
      '/visit.php': /<!-- staging: postgres:\/\/attic:\w{18}@/,
    },
  ],
  [
    'jslib.vulnerable',
    {
      '/js/jquery-1.8.1.min.js': /ready/,
      '/js/base.js': /^\/\*! jQuery v1\.8\.1 /,
      '/lib/angular.js/1.2.0/angular.min.js': /ready/,
      '/vendor/bootstrap.min.js': /^\/\*!\s+\* Bootstrap v3\.3\.6 /,
      '/build/site.bundle.js': /Lodash <https:[^]*VERSION = '4\.17\.4'/,
      '/vendor/handlebars.js': /^\/\*!\s+handlebars v4\.0\.0/,
      '/vendor/moment.js': /^\/\/! version : 2\.10\.6$/m,
      '/vendor/purify.min.js': /^\/\*! @license DOMPurify 2\.2\.2 /,
    },
  ],
  [
    'info.stacktrace',
    {
      '/booking/slots': /\tat test\.attic\.booking\.SlotService\.next\(SlotService\.java:88\)/,
      '/invoices/view.aspx': / in D:\\Sites\\Attic\\Invoices\\View\.aspx\.cs:27/,
      '/forecast/damp': /^Traceback[^]*File "\/srv\/forecast\//,
      '/letters.php': /Stack trace:\n#0 \/srv\/www\/attic\/letters\.php\(14\)/,
      '/api/opening': /"stack":"SyntaxError: [^"\\].*\\n {4}at nodeFailure \(/,
      '/gallery/recent': /Rails\.root: \/srv\/gallery/,
      '/scale/now': /goroutine 34 \[running\]:\nmain\./,
    },
  ],
  [
    'info.dberror',
    {
      '/club/members.php': /MySQL server version for the right syntax/,
      '/auctions/next': /relation &quot;auctions_2026&quot; does not exist/,
      '/visitors.php': /SQLSTATE\[HY000\]: General error: 1 no such table: visits/,
      '/stock/levels': /Invalid object name 'dbo\.StockLevels'/,
      '/ledger/month': /ORA-00942: table or view/,
    },
  ],
  [
    'info.private_ip',
    {
      '/hours.php': /<!-- rendered by 10\.44\.3\.17 /,
      '/api/printers': /"192\.168\.178\.31"/,
      '/js/counter.js': /http:\/\/10\.8\.0\.12:9090/,
    },
  ],
]
describe.each(SAID)('%s', (check, patterns) => {
  it.each(Object.entries(patterns))('is said at %s', async (path, pattern) => {
    // Rows that need not be reported, as a library known by its name alone, are in the truth too.
    const told = truth.expected.filter(({ check_id: id }) => id === check)
    expect(told.map((row) => row.path)).toContain(path)
    expect((await read(path)).text).toMatch(pattern)
  })
  it('is said at no twin', async () => {
    const paths = truth.clean.filter(({ parameter }) => parameter === null).map(({ path }) => path)
    const twins = (await Promise.all(paths.map(read))).map(({ text }) => outsideArticles(text))
    // A name or a folder is the mark of these two; their files say nothing.
    const words = Object.values(patterns).filter(({ source }) => source !== 'ready')
    const wrong = twins.flatMap((text) => words.filter((pattern) => pattern.test(text)))
    expect(wrong).toEqual([])
  })
})

it('names an inner address in a header', async () => {
  expect(pathsOf('info.private_ip')).toContain('/directions.php')
  expect((await read('/directions.php')).headers.get('x-backend-server')).toBe('172.20.8.5:8080')
})
it('ends its GitHub token with the right checksum', async () => {
  const token = /ghp_\w{36}/.exec((await read('/js/issues.js')).text)?.[0] ?? ''
  expect(hasChecksum(token)).toBe(true)
})
it('hands out a private key that parses', async () => {
  const literal = /"-----BEGIN[^"]*"/.exec((await read('/js/signing.js')).text)?.[0] ?? '""'
  expect(parses(JSON.parse(literal))).toBe(true)
})
