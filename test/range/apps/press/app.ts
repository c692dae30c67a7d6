import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { get, post, type Start } from '../../kit/app.ts'
import { form } from '../../kit/forms.ts'
import { link, list, plainRoutes } from '../../kit/frame.ts'
import { html, text } from '../../kit/html.ts'
import { RIGHT_HEADERS } from '../../kit/headers.ts'
import { serve } from '../../kit/listen.ts'
import { makeRunner } from '../../kit/process.ts'
import { cardRoutes } from './cases/cards.ts'
import { letterRoutes } from './cases/letters.ts'
import { PERL_ENTRIES, perlRoutes } from './cases/perl.ts'
import { sumRoutes } from './cases/sums.ts'
import { page } from './layout.ts'
import { referenceTwins } from './twins/reference.ts'
import { sumTwins } from './twins/sums.ts'
import { templateTwins } from './twins/templates.ts'

/** The requests that the site's script makes: their bodies are written out for those who read. */
const SCRIPT = ['/api/layout', '/api/outline']
  .map((path) => [path, `{layout: {heading: 'List'}, copies: 2}`])
  .concat([
    ['/api/shelf', `{by: 'pages', limit: 3}`],
    ['/api/shelf/sorted', `{by: 'pages', limit: 3}`],
    ['/api/headline', `{line: {text: 'On Roads'}}`],
    ['/api/subline', `{line: {text: 'On Roads'}}`],
  ])
  .map(
    ([path, body], number) => `function show${number}() {
  return fetch('${path}', {method: 'POST', headers: {'content-type': 'application/json'},
    body: JSON.stringify(${body})})
}
`,
  )
  .join('')
const COVER =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>'

const home = page(
  'Plover Press',
  `${list(['Newsletters', 'Greeting cards', 'Invoices', 'Previews of all of them'])}
${form('post', '/orders/pay', [['invoice', '1001']], 'Pay now')}
${link('/logout', 'Log out')} ${link('/drafts/delete?id=1', 'Delete a draft')}`,
)

/** A publishing house that lets visitors preview what it prints; `truth.ts` lists the flaws. */
export const start: Start = async (options) => {
  const folder = await mkdtemp(join(tmpdir(), 'range-press-'))
  const runner = makeRunner(folder)
  const routes = [
    get('/', () => home),
    ...plainRoutes('press.example'),
    get('/assets/press.js', () => text(SCRIPT, 200, 'text/javascript')),
    get('/assets/cover.svg', () => text(COVER, 200, 'image/svg+xml')),
    get('/logout', () => html('<p>Done</p>'), 'dangerous'),
    get('/drafts/delete', () => html('<p>Done</p>'), 'dangerous'),
    post('/orders/pay', () => html('<p>Done</p>'), 'dangerous'),
    ...cardRoutes,
    ...letterRoutes,
    ...sumRoutes(PERL_ENTRIES),
    ...perlRoutes(runner),
    ...templateTwins,
    ...sumTwins(runner),
    ...referenceTwins,
  ]
  const app = await serve(
    {
      routes,
      fallback: () =>
        page('Not found', '<p>There is nothing at this address.</p>', { status: 404 }),
      finish: (reply) => ({ ...reply, headers: { ...reply.headers, ...RIGHT_HEADERS } }),
    },
    options,
  )
  const close = async (): Promise<void> => {
    runner.stop()
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...app, close }
}
