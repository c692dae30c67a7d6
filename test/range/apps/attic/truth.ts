import { ofOrigin, ofPage, optional, type Clean, type Expected, type Truth } from '../../truth.ts'
import { ADDRESS_PAGES, ADDRESS_SCRIPT, ADDRESS_TWINS } from './cases/address.ts'
import { DB_ERROR_PAGES, DB_ERROR_TWINS } from './cases/dberror.ts'
import { OLD_LIBRARIES, RIGHT_LIBRARIES } from './cases/library.ts'
import { LISTINGS } from './cases/listing.ts'
import { FIREBASE, SECRET_FILES, SECRET_PAGES, SECRET_TWINS } from './cases/secret.ts'
import { EXPOSED_MAPS, INLINE_MAP, MAP_TWINS } from './cases/sourcemap.ts'
import { TRACE_PAGES, TRACE_TWINS } from './cases/trace.ts'
import { LEFTOVERS } from './leftovers/all.ts'
import { BACKUP_FILES } from './leftovers/backup.ts'
import { DUMP_FILES } from './leftovers/dump.ts'
import { ENV_FILES } from './leftovers/env.ts'
import { KEY_FILES } from './leftovers/keys.ts'
import { LOG_FILES } from './leftovers/log.ts'
import { AREAS } from './twins/areas.ts'
import { HARMLESS_FILES } from './twins/files.ts'
import { HARMLESS_PAGES } from './twins/pages.ts'

// Each case stands in one table with its cause; here each table gets its check.

type Place = Readonly<{ path: string; cause: string; isOptional?: boolean | undefined }>
const expect = (check: string, places: readonly Place[]): readonly Expected[] =>
  places.map(({ path, cause, isOptional }) => {
    const row = ofPage(check, pathOf(path), cause)
    return isOptional === true ? optional(row) : row
  })

const pathOf = (address: string): string => address.split('?')[0] ?? address
type OfPage = Readonly<{ page: Readonly<{ path: string }>; cause: string; isOptional?: boolean }>
type OfFile = Readonly<{ file: Readonly<{ path: string }>; cause: string; isOptional?: boolean }>
const pages = (cases: readonly OfPage[]): readonly Place[] =>
  cases.map(({ page, cause, isOptional }) => ({ path: page.path, cause, isOptional }))
const files = (cases: readonly OfFile[]): readonly Place[] =>
  cases.map(({ file, cause, isOptional }) => ({ path: file.path, cause, isOptional }))

const clean = (places: readonly Readonly<{ path: string; why: string }>[]): readonly Clean[] =>
  places.map(({ path, why }) => ({ path: pathOf(path), parameter: null, why }))
const cleanPages = (twins: readonly Readonly<{ page: { path: string }; why: string }>[]) =>
  clean(twins.map(({ page, why }) => ({ path: page.path, why })))
const cleanFiles = (twins: readonly Readonly<{ file: { path: string }; why: string }>[]) =>
  clean(twins.map(({ file, why }) => ({ path: file.path, why })))

/** A packed site may be called a dump or a backup, and what lies open may hold secrets besides. */
const ALSO: readonly Expected[] = [
  ...expect('exposed.backup', [{ path: '/site.zip', cause: 'named after the site' }]),
  ...expect('exposed.dump', [{ path: '/shop.zip', cause: 'a packed folder' }]),
  ...LEFTOVERS.map(({ path }) => ofPage('secret.in_client', path, 'seen in a file that lies open')),
  ofPage('exposed.sourcemap', INLINE_MAP, 'map with its sources inside the script'),
  ofPage('secret.in_client', FIREBASE.path, 'a key that some call public'),
  ...expect('info.stacktrace', LOG_FILES),
].map(optional)

export const truth: Truth = {
  expected: [
    ...expect('exposed.env', ENV_FILES),
    ...expect('exposed.log', LOG_FILES),
    ...expect('exposed.dump', DUMP_FILES),
    ...expect('exposed.keys', KEY_FILES),
    ...expect('exposed.backup', BACKUP_FILES),
    ...expect('dir.listing', LISTINGS),
    ...expect(
      'exposed.sourcemap',
      EXPOSED_MAPS.map(({ map, cause }) => ({ path: map, cause })),
    ),
    ...expect('secret.in_client', [...files(SECRET_FILES), ...pages(SECRET_PAGES)]),
    ...expect('jslib.vulnerable', files(OLD_LIBRARIES)),
    ...expect('info.stacktrace', pages(TRACE_PAGES)),
    ...expect('info.dberror', pages(DB_ERROR_PAGES)),
    ...expect('info.private_ip', [
      ...pages(ADDRESS_PAGES),
      { path: ADDRESS_SCRIPT.path, cause: '10/8 in an address of a script' },
    ]),
    ofOrigin('info.securitytxt', 'there is none'),
    ...ALSO,
  ],
  clean: [
    ...cleanFiles(HARMLESS_FILES),
    ...cleanPages(HARMLESS_PAGES),
    ...clean(AREAS.map(({ entry, why }) => ({ path: entry, why }))),
    ...clean(MAP_TWINS),
    ...cleanFiles(SECRET_TWINS),
    { path: '/guides/keys.php', parameter: null, why: 'the frame of a key, and a public key' },
    ...cleanFiles(RIGHT_LIBRARIES),
    { path: '/changelog.php', parameter: null, why: 'old versions in prose' },
    ...cleanPages(TRACE_TWINS),
    ...cleanPages(DB_ERROR_TWINS),
    ...cleanPages(ADDRESS_TWINS),
    { path: '/visitors.php', parameter: 'day', why: 'the message is there whatever is asked' },
  ],
}
