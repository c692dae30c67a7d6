import { get, post, type Received, type Reply, type Route, type Start } from '../../kit/app.ts'
import { form } from '../../kit/forms.ts'
import { frame, link, list, plainRoutes } from '../../kit/frame.ts'
import { serve } from '../../kit/listen.ts'
import { BESIDE_LINKS, BESIDE_SCRIPTS, besideRoutes } from './beside.ts'
import { FLAWS } from './flaws.ts'
import { openMall, type Mall } from './mall.ts'
import { SHELF_LIST, type Shelf } from './plan.ts'
import { rightFor } from './right.ts'
import { DEPARTMENTS } from './words.ts'

const page = frame(
  'The mall',
  DEPARTMENTS.map((department) => [`/${department}`, department]),
)

/** The inputs of a shelf in their order: the first that answers by itself ends it. */
async function answer(shelf: Shelf, values: URLSearchParams, mall: Mall): Promise<Reply> {
  const pieces: string[] = []
  for (const { name, value, flaw } of shelf.inputs) {
    const behave = flaw === null ? rightFor(name) : FLAWS[flaw]
    const piece = await behave(values.get(name) ?? value, mall, shelf.path)
    if (typeof piece !== 'string') return piece
    pieces.push(piece)
  }
  return page(shelf.path.slice(1), pieces.join('\n'))
}

const addressOf = ({ path, inputs }: Shelf): string =>
  `${path}?${new URLSearchParams(inputs.map(({ name, value }) => [name, value])).toString()}`

const formOf = ({ path, inputs }: Shelf): string =>
  form(
    'post',
    path,
    inputs.map(({ name, value }) => [name, value]),
  )

function routesOf(shelf: Shelf, mall: Mall): readonly Route[] {
  if (shelf.method === 'GET') {
    return [get(shelf.path, (request: Received) => answer(shelf, request.query, mall))]
  }
  const written = () => (mall.written.get(shelf.path) ?? []).map((text) => `<p>${text}</p>`)
  return [
    get(shelf.path, () => page(shelf.path.slice(1), formOf(shelf) + written().join(''))),
    post(shelf.path, (request) => answer(shelf, request.form, mall)),
  ]
}

function departmentRoute(department: string): Route {
  const shelves = SHELF_LIST.filter(({ path }) => path.startsWith(`/${department}/`))
  const lines = shelves.map((shelf) =>
    link(shelf.method === 'GET' ? addressOf(shelf) : shelf.path, shelf.path.slice(1)),
  )
  return get(`/${department}`, () => page(department, list(lines)))
}

const welcome = get('/', () => {
  const reply = page('Welcome', `<p>Ten departments, ten shelves each.</p>${BESIDE_LINKS}`, {
    head: BESIDE_SCRIPTS,
  })
  return { ...reply, headers: { ...reply.headers, 'set-cookie': 'mall_session=5f1c09; Path=/' } }
})

/** A mall of a hundred pages and 300 inputs, some of them wrong; it sets no careful headers. */
export const start: Start = async (options) => {
  const mall = await openMall()
  const routes = [
    welcome,
    ...plainRoutes('mall.example'),
    ...besideRoutes(mall),
    ...DEPARTMENTS.map(departmentRoute),
    ...SHELF_LIST.flatMap((shelf) => routesOf(shelf, mall)),
  ]
  const notFound = (): Reply => page('Not found', '<p>Nothing here.</p>', { status: 404 })
  const app = await serve({ routes, fallback: notFound }, options)
  const close = async () => {
    await app.close()
    await mall.close()
  }
  return { ...app, close }
}
