import { get, post, type Received, type Route } from '../../kit/app.ts'
import { json, redirect } from '../../kit/html.ts'
import { partValue } from '../../kit/multipart.ts'
import { form, page, type Encoding, type Field } from './layout.ts'

/** A scan writes to every wall for every check: what is stored must not be pushed out soon. */
const KEPT = 500
const LONGEST = 2000

export type Entry = Readonly<Record<string, string>>
/** The newest first. */
export type Wall = Readonly<{
  add(entry: Entry): number
  all(): readonly Entry[]
  byId(id: number): Entry | undefined
}>

/** Remembers the newest entries, until the app closes. */
export function makeWall(first: Entry): Wall {
  const entries = new Map<number, Entry>([[1, first]])
  let last = 1
  return {
    add(entry) {
      last += 1
      entries.set(last, entry)
      // The first one is linked.
      if (last - KEPT > 1) entries.delete(last - KEPT)
      return last
    },
    all: () => [...entries.values()].toReversed(),
    byId: (id) => entries.get(id),
  }
}

export type Taking = Readonly<{
  wall: Wall
  /** Where the form goes. */
  action: string
  fields: readonly Field[]
  /** Where it leads afterwards. */
  next: (id: number) => string
  encoding?: Encoding
}>

const cut = (value: string): string => value.slice(0, LONGEST)

/** Takes the fields of a form and leads on: the answer itself shows nothing. */
export const taking = ({ wall, action, fields, next, encoding }: Taking): Route => {
  const read = ({ form, parts }: Received, name: string): string =>
    encoding === 'multipart' ? partValue(parts, name) : (form.get(name) ?? '')
  return post(
    action,
    (request) => {
      const entry = Object.fromEntries(fields.map(({ name }) => [name, cut(read(request, name))]))
      return redirect(next(wall.add(entry)), 303)
    },
    'state',
  )
}

/** Takes `{"<group>": {…}}` as JSON. */
export const takingJson = (wall: Wall, path: string, group: string, names: readonly string[]) =>
  post(
    path,
    ({ json: body }) => {
      const members = membersOf(membersOf(body)[group])
      const entry = names.map((name) => [name, cut(textOf(members[name]))])
      wall.add(Object.fromEntries(entry))
      return json({ taken: true }, 201)
    },
    'state',
  )

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

export type WallPage = Readonly<{
  path: string
  heading: string
  fields: readonly Field[]
  first: Entry
  /** One entry as markup. */
  show: (entry: Entry) => string
  action?: string
  encoding?: Encoding
}>

/** A page with a form and, below it, all that it took. */
export function wallPage({ path, heading, fields, first, show, ...rest }: WallPage): Route[] {
  const wall = makeWall(first)
  const action = rest.action ?? path
  const encoding = rest.encoding ?? 'urlencoded'
  return [
    get(path, () =>
      page(heading, form(action, fields, encoding) + wall.all().map(show).join('\n')),
    ),
    taking({ wall, action, fields, next: () => path, encoding }),
  ]
}
