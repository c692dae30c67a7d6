import { get, post, type RangeApp, type Route, type StartOptions } from '../../kit/app.ts'
import { html } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'
import { BROWSER_PAGES, BROWSER_RESOURCES } from './browser.ts'
import { DATA } from './data.ts'
import { ELEMENTS } from './elements.ts'
import { page, resourcesOf, routeOf, type Exhibit, type Need, type Resource } from './exhibit.ts'
import { FILES, KNOWN_FILES, PACKED_RESOURCE, PACKED_ROUTE } from './files.ts'
import { FORM_RESOURCES, formRoutes } from './forms.ts'
import { FRAMEWORKS } from './frameworks.ts'
import { HEADERS } from './headers.ts'
import { LIBRARIES } from './libraries.ts'
import { SCRIPTS } from './scripts.ts'
import { TRAPS, trapRoutes } from './traps.ts'

const EXHIBITS: readonly Exhibit[] = [
  ...ELEMENTS,
  ...LIBRARIES,
  ...HEADERS,
  ...SCRIPTS,
  ...DATA,
  ...FRAMEWORKS,
  ...FILES,
]
/** What the start page links to: every folder. */
const ROOMS = [
  ...EXHIBITS.map(({ path }) => path).filter((path) => /^\/[a-z]+\/$/.test(path)),
  '/forms/',
]

/** All that can be found, each once. */
export const RESOURCES: readonly Resource[] = [
  ...new Map(
    [
      ...ROOMS.map((path): Resource => ({ id: path, path, needs: 'nothing' })),
      ...EXHIBITS.flatMap(resourcesOf),
      ...KNOWN_FILES,
      PACKED_RESOURCE,
      ...FORM_RESOURCES,
      ...BROWSER_RESOURCES,
    ].map((resource) => [resource.id, resource] as const),
  ).values(),
]

export type CrawlApp = RangeApp & Readonly<{ hit(): ReadonlySet<string> }>

/** A site of which each address is known, with the ways that lead to it; it counts what was found. */
export async function start(options?: StartOptions): Promise<CrawlApp> {
  const hit = new Set<string>()
  const counted = (route: Route): Route => ({
    ...route,
    answer: (request) => {
      hit.add(route.path)
      return route.answer(request)
    },
  })
  const leaf =
    (path: string): Route['answer'] =>
    () => {
      hit.add(path)
      return html(page(`Found ${path}`, '<p>Nothing leads on from here.</p>'))
    }
  const special = [
    ...EXHIBITS.map(routeOf),
    ...BROWSER_PAGES,
    PACKED_ROUTE,
    get('/', () =>
      html(
        page(
          'Crawl',
          links([
            ...ROOMS,
            ...BROWSER_PAGES.map(({ path }) => path),
            ...TRAPS.map(({ path }) => path),
          ]),
        ),
      ),
    ),
  ].map(counted)
  const own = new Set(special.map(({ path }) => path))
  const forms = formRoutes((id) => hit.add(id))
  const taken = new Set([...own, ...forms.map(({ path }) => path)])
  const leaves = RESOURCES.filter(({ path }) => !taken.has(path)).flatMap(({ id, path }) => [
    get(path, leaf(id)),
    post(path, leaf(id)),
  ])
  const app = await serve(
    {
      routes: [...special, ...forms, ...leaves, ...trapRoutes],
      fallback: () => html(page('Not found', '<p>Nothing is here.</p>'), 404),
    },
    options,
  )
  return { ...app, hit: () => new Set(hit) }
}

const links = (paths: readonly string[]): string =>
  paths.map((path) => `<a href="${path}">${path}</a>`).join('\n')

export type Reach = Readonly<{ found: number; of: number; missed: readonly string[] }>

/** How much of what needs the same was asked for; with a browser all counts. */
export function reachOf(hit: ReadonlySet<string>, needs: readonly Need[]): Reach {
  const wanted = RESOURCES.filter((resource) => needs.includes(resource.needs))
  const missed = wanted.filter(({ id }) => !hit.has(id)).map(({ id }) => id)
  return { found: wanted.length - missed.length, of: wanted.length, missed }
}

/** Traps of which more addresses were asked for than is good. */
export const loopsIn = (app: RangeApp): readonly string[] =>
  TRAPS.flatMap(({ path, most }) => {
    const asked = app.stats().hits.filter((each) => each.path.startsWith(path))
    const addresses = new Set(asked.map(({ url }) => url)).size
    return addresses > most ? [`${path}: ${addresses} addresses, at most ${most}`] : []
  })
