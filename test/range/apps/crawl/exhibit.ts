import { get, type Reply, type Route } from '../../kit/app.ts'

/** `browser`: only running the page's script leads there. */
export type Need = 'nothing' | 'browser'

/** Something that a crawler should ask for. */
export type Resource = Readonly<{ id: string; path: string; needs: Need }>

/**
 * One thing that is named, and the markup that names it. In the markup `{}` stands for the path of the
 * resource, `{name}` for its last segment, `{url}` for its absolute address. The path is a sibling of
 * the exhibit unless given.
 */
export type Item = readonly [id: string, markup: string, path?: string]

/** An answer of the site that names resources. */
export type Exhibit = Readonly<{
  path: string
  items: readonly Item[]
  /** `text/html` unless given. */
  type?: string
  status?: number
  headers?: Readonly<Record<string, string>>
  /** The body of all the markup; one line each unless given. */
  wrap?(markup: string): string
  /** Of the items; `nothing` unless given. */
  needs?: Need
}>

const ORIGIN = '{origin}'
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

const pathOf = (exhibit: Exhibit, [id, , path]: Item): string =>
  path ?? `${folderOf(exhibit.path)}${id}`

export const resourcesOf = (exhibit: Exhibit): readonly Resource[] =>
  exhibit.items.map((item) => {
    const path = pathOf(exhibit, item)
    return { id: path, path: path.split('?')[0] ?? path, needs: exhibit.needs ?? 'nothing' }
  })

const filled = (exhibit: Exhibit, item: Item, text: string): string => {
  const path = pathOf(exhibit, item)
  return text
    .replaceAll('{url}', `${ORIGIN}${path}`)
    .replaceAll('{name}', path.slice(path.lastIndexOf('/') + 1))
    .replaceAll('{}', path)
}

/** A page with the markup in its body. */
export const page = (title: string, body: string, head = ''): string =>
  `<!doctype html>
<html lang="en"><head><title>${title}</title>${head}</head>
<body><h1>${title}</h1>
${body}
</body></html>
`

export function routeOf(exhibit: Exhibit): Route {
  const { items, type = 'text/html; charset=utf-8', status = 200, headers = {} } = exhibit
  const lines = items.map((item) => filled(exhibit, item, item[1])).filter((line) => line !== '')
  const joined = lines.join('\n')
  const isPage = type.startsWith('text/html') && exhibit.wrap === undefined
  const body = isPage ? page(exhibit.path, joined) : (exhibit.wrap?.(joined) ?? joined)
  // A header names the first resource.
  const [first] = items
  const set = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    first === undefined ? value : filled(exhibit, first, value),
  ])
  return get(exhibit.path, ({ origin }): Reply => ({
    status,
    headers: {
      'content-type': type,
      ...Object.fromEntries(set.map(([name, value]) => [name, value.replaceAll(ORIGIN, origin)])),
    },
    body: body.replaceAll(ORIGIN, origin),
  }))
}
