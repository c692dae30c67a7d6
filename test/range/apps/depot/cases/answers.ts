import { get, post, type Received, type Reply, type Route } from '../../../kit/app.ts'
import { json, redirect } from '../../../kit/html.ts'
import { param } from '../../../kit/values.ts'

const DRAFTS = [{ id: 1, text: 'Offer for Monday' }]

/** With credentials for whoever asks. */
const shared = ({ headers, cookies }: Received): Reply => {
  const reply = json({ user: cookies.get('sid') ?? 'guest' })
  const from = headers.origin
  if (from === undefined || !/^[!-~]+$/.test(from)) return reply
  const cors = {
    vary: 'Origin',
    'access-control-allow-origin': from,
    'access-control-allow-credentials': 'true',
  }
  return { ...reply, headers: { ...reply.headers, ...cors } }
}

function broken(): never {
  const stock = new Map<string, { count: number }>()
  // The lookup of a thing that is not there, as it comes to be in programs.
  throw new TypeError(`Cannot read properties of undefined (reading 'count') in ${stock.size}`)
}

/** What the answers themselves give away. */
export const answerRoutes: readonly Route[] = [
  get('/v1/me', shared),
  get('/v1/forecast', () => {
    try {
      return broken()
    } catch (error) {
      const trace = error instanceof Error ? (error.stack ?? '') : ''
      return json({ error: trace }, 500)
    }
  }),
  get('/v1/go', (request) => redirect(param(request, 'to'))),
  // The description names POST alone.
  get('/v1/drafts', () => json(DRAFTS)),
  post('/v1/drafts', () => json({ stored: true }, 201), 'state'),
]
