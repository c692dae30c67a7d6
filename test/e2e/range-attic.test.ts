import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { start } from '../range/apps/attic/app.ts'
import { truth } from '../range/apps/attic/truth.ts'
import { askBytes, type ByteAnswer } from '../support/e2e-bytes.ts'
import { hasChecksum, parses } from '../support/e2e-keys.ts'
import { reachable } from '../support/range-requests.ts'
import { mustPlaces } from '../support/range-truth.ts'

const app = await start()
afterAll(() => app.close())

const read = (path: string): Promise<ByteAnswer> => askBytes(app.url + path.slice(1))
const pathsOf = (check: string): readonly string[] =>
  mustPlaces(truth, check).flatMap(([path]) => path ?? [])

/** Whether an answer really is what the check looks for. */
type Proof = (answer: ByteAnswer) => boolean

const AREAS = ['/old/', '/echoes/', '/files/', '/boxes/', '/members/', '/api/v1/', '/api/v2/']
const everywhere = (...names: readonly string[]): readonly string[] =>
  [...AREAS, '/intern/', '/nowhere/'].flatMap((area) => names.map((name) => area + name))

const isFile = ({ status, type }: ByteAnswer): boolean => status === 200 && !/html/.test(type)
const matches =
  (pattern: RegExp): Proof =>
  (answer) =>
    isFile(answer) && pattern.test(answer.text)

/** A database as it is, or packed: its rows or its statements. */
const holdsRows: Proof = (answer) => {
  if (!isFile(answer)) return false
  const { bytes } = answer
  if (bytes.subarray(0, 15).toString() === 'SQLite format 3') return countCustomers(bytes) > 0
  const plain = bytes.readUInt16BE(0) === 0x1f8b ? gunzipSync(bytes).toString() : answer.text
  return /^(INSERT INTO|COPY) customers/m.test(plain) || isZipOfSource(bytes)
}
function countCustomers(bytes: Buffer): number {
  const folder = mkdtempSync(join(tmpdir(), 'attic-test-'))
  try {
    const path = join(folder, 'copy.sqlite')
    writeFileSync(path, bytes)
    const database = new DatabaseSync(path, { readOnly: true })
    const row = database.prepare('SELECT count(*) AS n FROM customers').get()
    database.close()
    return Number(row?.['n'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
const isZipOfSource = (bytes: Buffer): boolean =>
  bytes.subarray(0, 2).toString() === 'PK' &&
  Object.values(unzipSync(bytes)).some((file) => Buffer.from(file).toString().startsWith('<?php'))

const isSource: Proof = (answer) =>
  isFile(answer) &&
  (isZipOfSource(answer.bytes) || /^(<\?php|b0VIM 8\.2)[^]*require_once __DIR__/.test(answer.text))

const isKey: Proof = (answer) => {
  if (!isFile(answer)) return false
  if (answer.text.startsWith('-----BEGIN ')) return parses(answer.text)
  const token = /_authToken=(npm_\w{36})$/m.exec(answer.text)?.[1]
  if (token !== undefined) return hasChecksum(token)
  return /^\w+:(\{SHA\}\S{28}|\$2y\$10\$\S{53})$|^aws_secret_access_key = \S{40}$/m.test(
    answer.text,
  )
}

const EXPOSED: readonly (readonly [check: string, proof: Proof, twins: readonly string[]])[] = [
  [
    'exposed.env',
    matches(/^(?:export )?[A-Z_]+(?:SECRET|PASSWORD|URL)\s?=\s?["']?[^\s"']{16,}/m),
    ['/.env.example', '/journal/.env', ...everywhere('.env', '.env.production')],
  ],
  [
    'exposed.log',
    matches(/(?:^[[\d].*(?:error\]|HTTP\/1\.1|UTC\]|ERROR:).*\n){5}|^\d verbose cli/m),
    ['/journal/access.log', '/lessons/error.log', ...everywhere('error.log', 'debug.log')],
  ],
  [
    'exposed.dump',
    holdsRows,
    [
      '/journal/database.sql',
      '/lessons/backup.sql',
      '/downloads/catalogue.zip',
      ...everywhere('backup.sql', 'backup.zip'),
    ],
  ],
  [
    'exposed.keys',
    isKey,
    [
      '/id_rsa.pub',
      '/public.pem',
      '/server.pem',
      '/lessons/.npmrc',
      '/guides/keys.php',
      ...everywhere('id_rsa', '.htpasswd', '.npmrc'),
    ],
  ],
  [
    'exposed.backup',
    isSource,
    [
      '/help.php.bak',
      '/help.php~',
      '/shop/lamp.php.bak',
      ...everywhere('site.php.bak', 'list.php~', 'first.php.old', 'may.php.bak', 'join.php.save'),
    ],
  ],
]
describe.each(EXPOSED)('%s', (check, proof, twins) => {
  it.each(pathsOf(check))('lies open at %s', async (path) => {
    expect(proof(await read(path))).toBe(true)
  })
  it.each(twins)('does not at %s', async (path) => expect(proof(await read(path))).toBe(false))
})

it.each(['/.git/HEAD', '/.git/config', '/.svn/wc.db', '/.hg/requires'])(
  'shows no repository at %s',
  async (path) => expect((await read(path)).text).not.toMatch(/^ref: |\[core\]|^dotencode$/m),
)

/** A title of servers with the folder in it, and files below the folder. */
const listed = (path: string, { text }: ByteAnswer): readonly string[] => {
  const title = /<title>([^<]*)/.exec(text)?.[1] ?? ''
  if (!title.endsWith(path) && !title.endsWith(path.slice(0, -1))) return []
  return [...text.matchAll(/href="([^"?]*\.\w+)"/gi)].map(
    ([, name = '']) => new URL(name, `http://attic.test${path}`).pathname,
  )
}
describe('dir.listing', () => {
  it.each(pathsOf('dir.listing'))('%s names files that are there', async (path) => {
    const names = listed(path, await read(path))
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) expect((await read(name)).status).toBe(200)
  })
  it.each(['/ideas/', '/press/', '/guides/folders/', '/old/', '/boxes/'])(
    '%s is no listing',
    async (path) => expect(listed(path, await read(path))).toEqual([]),
  )
  it('names a file that no page links', async () => {
    expect((await read('/downloads/')).text).toContain('draft-contract.pdf')
  })
  it.each([
    ['/css/', 403],
    ['/shop/', 404],
    ['/build/', 404],
  ] as const)('%s: %d', async (path, status) => {
    expect((await read(path)).status).toBe(status)
  })
})

describe('exposed.sourcemap', () => {
  const isMap: Proof = (answer) =>
    isFile(answer) && /"sourcesContent":\["[^"]{20,}/.test(answer.text)
  it.each(pathsOf('exposed.sourcemap'))('%s holds the sources', async (path) => {
    expect(isMap(await read(path))).toBe(true)
  })
  it.each(truth.clean.filter(({ path }) => path.endsWith('.map')).map(({ path }) => path))(
    '%s does not',
    async (path) => expect(isMap(await read(path))).toBe(false),
  )
  it('is named by a comment, by a header, or by nothing', async () => {
    expect((await read('/build/app.min.js')).text).toMatch(
      /\/\/# sourceMappingURL=app\.min\.js\.map\n$/,
    )
    expect((await read('/build/basket.min.js')).headers.get('sourcemap')).toBe('/maps/basket.map')
    expect((await read('/css/site.css')).text).toContain('sourceMappingURL=site.css.map')
    expect((await read('/build/menu.min.js')).text).not.toContain('sourceMappingURL')
  })
})

it('has no security.txt', async () => {
  expect((await read('/.well-known/security.txt')).status).toBe(404)
})

describe('the site', () => {
  it('leads to every page and script of the truth, and to no leftover', async () => {
    const reached = await reachable(app)
    const isHidden = /^exposed|^dir|^info/
    const places = truth.expected.filter(({ check_id, must }) => must && !isHidden.test(check_id))
    expect(places.flatMap(({ path }) => path ?? []).filter((path) => !reached.has(path))).toEqual(
      [],
    )
    const leftovers = EXPOSED.flatMap(([check]) => pathsOf(check))
    expect(leftovers.filter((path) => reached.has(path))).toEqual([])
  })
  it('has right headers on every answer', async () => {
    for (const path of ['/', '/.env', '/js/', '/booking/slots', '/nowhere', '/intern/x']) {
      const { headers } = await read(path)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-inline-script')).toBeNull()
    }
  })
})
