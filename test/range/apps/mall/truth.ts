import { atPath, may, must, ofOrigin, optional, type Expected, type Truth } from '../../truth.ts'
import { LYING_ABOUT, OTHER_PLACES } from './beside.ts'
import type { FlawName } from './flaws.ts'
import { SHELF_LIST } from './plan.ts'

const SQL = ['sqli.error', 'sqli.boolean', 'sqli.union', 'sqli.time'] as const

/** What a report may call each flaw; any one of them will do. */
const CHECKS: Readonly<Record<FlawName, readonly [string, ...string[]]>> = {
  'shown as markup': ['xss.reflected'],
  'shown in an attribute': ['xss.reflected'],
  'shown in a script': ['xss.reflected'],
  'kept and shown as markup': ['xss.stored', 'xss.reflected'],
  'in a statement, errors shown': ['sqli.error', ...SQL],
  'in a statement as text, errors shown': ['sqli.error', ...SQL],
  'in a statement, errors hidden': ['sqli.boolean', ...SQL],
  'in a statement as text, errors hidden': ['sqli.boolean', ...SQL],
  'in a statement that tells nothing': ['sqli.time', ...SQL],
  'names a file': ['path.traversal'],
  'names a file, dots taken out once': ['path.traversal'],
  'in a command line': ['cmdi.echo', 'cmdi.time'],
  'in a command line, in double quotes': ['cmdi.echo', 'cmdi.time'],
  'names where to go': ['redirect.open'],
  'names where to go, no scheme': ['redirect.open'],
  'in a header line': ['crlf'],
  'in a template': ['ssti', 'code.eval'],
}

/** One flaw, by each name under which it may be reported. */
export type Flaw = readonly [Expected, ...Expected[]]

const flawAt = (name: FlawName, place: Parameters<typeof must>[1]): Flaw => {
  const [first, ...others] = CHECKS[name]
  return [must(first, place, name), ...others.map((check) => may(check, place, name))]
}

export const FLAW_LIST: readonly Flaw[] = [
  ...SHELF_LIST.flatMap(({ path, method, inputs }) =>
    inputs.flatMap(({ name, flaw }) => (flaw === null ? [] : [flawAt(flaw, [method, path, name])])),
  ),
  ...OTHER_PLACES.map(([place, flaw]) => flawAt(flaw, place)),
  ...LYING_ABOUT.map(([check, file]): Flaw => [atPath(check, file.path, 'lies open')]),
  [ofOrigin('exposed.vcs', 'the folder of Git')],
  [atPath('cors.credentials', '/api/me', 'any origin may read it')],
  [atPath('host.header', '/recover', 'X-Forwarded-Host is believed')],
  [ofOrigin('csp.policy', 'there is none')],
  [ofOrigin('clickjacking', 'may be framed')],
  [ofOrigin('header.nosniff', 'not sent')],
  [ofOrigin('cookie.session', 'a session for scripts'), ofOrigin('cookie.other', 'a session')],
]

/** True of the whole site, and told without being counted as a weakness. */
const OBSERVED: readonly Expected[] = [
  ofOrigin('header.referrer', 'not sent'),
  ofOrigin('header.permissions', 'not sent'),
  ofOrigin('header.cross_origin', 'none of them is sent'),
].map(optional)

export const truth: Truth = {
  expected: [...FLAW_LIST.flat(), ...OBSERVED],
  clean: SHELF_LIST.flatMap(({ path, inputs }) =>
    inputs
      .filter(({ flaw }) => flaw === null)
      .map(({ name }) => ({ path, parameter: name, why: 'does what it should' })),
  ),
}
