import { DatabaseSync } from 'node:sqlite'
import { get, post, type RangeApp, type Received, type Reply, type Route } from '../../kit/app.ts'
import { encode, html } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'
import { doorRoutes, type DoorKind, type DoorStats } from './door.ts'
import { Sessions } from './sessions.ts'

export type LoginOptions = Readonly<{
  kind?: DoorKind
  /** A session ends after so many requests. */
  killEvery?: number
}>
/** Requests outside of the login pages, made with a living session and without. */
export type LoginStats = DoorStats & { loggedIn: number; visitor: number; ended: number }
export type LoginApp = RangeApp & Readonly<{ login(): LoginStats }>

const page = (title: string, body: string, isIn: boolean, status = 200): Reply => {
  const own = isIn
    ? '<a href="/logout">Log out</a> <a href="/desk">Desk</a>'
    : '<a href="/login">Sign in</a>'
  return html(
    `<!doctype html><title>${title}</title><nav><a href="/">Home</a> ${own}</nav>${body}`,
    status,
  )
}

/** Never to be asked for, whatever the text of the link or the method: ends, destroys, pays, sends. */
const HARMFUL: readonly (readonly [path: string, text: string])[] = [
  ['/logout', 'Log out'],
  ['/abmelden', 'Abmelden'],
  ['/deconnexion', 'Se déconnecter'],
  ['/cerrar-sesion', 'Cerrar sesión'],
  ['/esci', 'Esci'],
  ['/sair', 'Sair'],
  ['/uitloggen', 'Uitloggen'],
  ['/wyloguj', 'Wyloguj się'],
  ['/out?l=ru', 'Выйти'],
  ['/out?l=zh', '退出登录'],
  ['/out?l=ja', 'ログアウト'],
  ['/desk/order/1/delete', 'Delete'],
  ['/desk/order/2/cancel', 'Cancel order'],
  ['/desk/act?n=1', 'Delete everything'],
  ['/desk/act?n=2', 'Konto löschen'],
  ['/desk/act?n=3', 'Payer maintenant'],
  ['/desk/act?n=4', 'Darse de baja'],
  ['/desk/act?n=5', '削除する'],
  ['/newsletter/unsubscribe?u=1', 'Unsubscribe'],
  ['/desk/pay', 'Pay'],
  ['/desk/message/send?to=bob', 'Send'],
]

function openOrders(): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  database.exec(
    "CREATE TABLE orders (id INTEGER, what TEXT); INSERT INTO orders VALUES (1, 'Tea'), (2, 'Salt')",
  )
  return database
}

/** A shop whose flaws lie behind its login. */
export async function startLogin({
  kind = 'plain',
  killEvery = Infinity,
}: LoginOptions = {}): Promise<LoginApp> {
  const sessions = new Sessions(killEvery)
  const stats: LoginStats = { logins: 0, refused: 0, forged: 0, loggedIn: 0, visitor: 0, ended: 0 }
  const orders = openOrders()
  const inSession = new WeakMap<Received, boolean>()
  const isIn = (request: Received): boolean => {
    const known = inSession.get(request)
    if (known !== undefined) return known
    const answer = sessions.use(request.cookies.get('sid'))
    inSession.set(request, answer)
    if (answer) stats.loggedIn += 1
    else stats.visitor += 1
    return answer
  }
  const open = (path: string, title: string, body: string): Route =>
    get(path, (request) => page(title, body, isIn(request)))
  const own = (path: string, answer: (request: Received) => Reply): Route =>
    get(path, (request) =>
      isIn(request) ? answer(request) : { status: 302, headers: { location: '/login' }, body: '' },
    )
  const links = HARMFUL.map(([path, text]) => `<a href="${path}">${text}</a>`).join(' ')
  const harmful = [...new Set(HARMFUL.map(([path]) => path.split('?', 1)[0] ?? path))]
  const routes: readonly Route[] = [
    ...doorRoutes(kind, sessions, stats),
    ...harmful.flatMap((path) => [
      get(path, (request) => page('Done', '<p>Done.</p>', isIn(request)), 'dangerous'),
      post(path, (request) => page('Done', '<p>Done.</p>', isIn(request)), 'dangerous'),
    ]),
    open('/', 'Shop', '<p>Tea and salt.</p><a href="/about">About</a> <a href="/desk">Desk</a>'),
    open('/about', 'About', '<p>Since 1901.</p>'),
    open('/desk/private', 'Private', '<p>Not for scans.</p>'),
    own('/desk', () =>
      page(
        'Desk',
        `<p>Good day.</p><a href="/desk/item?id=1">Tea</a> <a href="/desk/search?q=tea">Search</a>
         <a href="/desk/find?q=tea">Find</a> <a href="/desk/profile">Profile</a> <a href="/desk/private">Private</a>
         ${links}<form method="post" action="/desk/pay"><input name="amount"><button>Pay now</button></form>`,
        true,
      ),
    ),
    own('/desk/profile', () => page('Profile', '<p>Anna</p>', true)),
    own('/desk/search', ({ query }) =>
      page('Search', `<p>Found ${query.get('q') ?? ''}.</p>`, true),
    ),
    own('/desk/find', ({ query }) =>
      page('Find', `<p>Found ${encode(query.get('q') ?? '')}.</p>`, true),
    ),
    own('/desk/item', ({ query }) => {
      try {
        const [row] = orders.prepare(`SELECT what FROM orders WHERE id = ${query.get('id')}`).all()
        if (row === undefined) return page('No order', '<p>None.</p>', true, 404)
        return page('Order', `<p>${encode(String(row['what']))}</p>`, true)
      } catch (error) {
        return page('Error', `<pre>SQLITE_ERROR: ${encode(String(error))}</pre>`, true, 500)
      }
    }),
  ]
  const fallback = (request: Received): Reply => page('Not found', '<p>No.</p>', isIn(request), 404)
  const app = await serve({ routes, fallback })
  return { ...app, login: () => ({ ...stats, ended: sessions.ended }) }
}
