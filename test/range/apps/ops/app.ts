import { get, post, type Start } from '../../kit/app.ts'
import { form } from '../../kit/forms.ts'
import { link, list, plainRoutes } from '../../kit/frame.ts'
import { RIGHT_HEADERS } from '../../kit/headers.ts'
import { html, text } from '../../kit/html.ts'
import { serve } from '../../kit/listen.ts'
import { makeRunner } from '../../kit/process.ts'
import { blindRoutes } from './cases/blind.ts'
import { commandRoutes } from './cases/commands.ts'
import { fileRoutes } from './cases/files.ts'
import { importRoutes, ORDER } from './cases/imports.ts'
import { makeDisk } from './disk.ts'
import { notFound, page } from './layout.ts'
import { commandTwins } from './twins/commands.ts'
import { fileTwins } from './twins/files.ts'
import { importTwins } from './twins/imports.ts'
import { manualTwins } from './twins/manuals.ts'

const JSON_REQUESTS: readonly (readonly [path: string, body: string])[] = [
  ['/api/volume', `{volume: 'data'}`],
  ['/api/volume/named', `{volume: 'data'}`],
  ['/api/thumbnail', `{size: '64'}`],
  ['/api/preview', `{size: '64'}`],
  ['/api/attachment', `{message: {file: 'notes.txt'}}`],
  ['/api/attachment/numbered', `{message: {file: 'notes.txt'}}`],
  ['/api/tickets', `{note: 'hi there'}`],
  ['/api/memos', `{note: 'hi there'}`],
]
const XML_REQUESTS = ['/api/import', '/api/import/strict']

/** What the site's own pages ask for, written out for those who read scripts. */
const SCRIPT = [
  ...JSON_REQUESTS.map(
    ([path, body]) =>
      `fetch('${path}', {method: 'POST', headers: {'content-type': 'application/json'}, ` +
      `body: JSON.stringify(${body})})`,
  ),
  ...XML_REQUESTS.map(
    (path) =>
      `fetch('${path}', {method: 'POST', headers: {'content-type': 'application/xml'}, ` +
      `body: '${ORDER}'})`,
  ),
]
  .map((call, number) => `function ask${number}() {\n  return ${call}\n}\n`)
  .join('')

const home = page(
  'Ops desk',
  `${list(['Tools for the network', 'Jobs', 'Documents', 'Imports'])}
${form('post', '/racks/order', [['units', '4']], 'Order now')}
${link('/logout', 'Log out')} ${link('/documents/delete?file=guide.txt', 'Delete the guide')}`,
)

/** A desk of internal tools, open to whoever finds it; `truth.ts` lists the flaws. */
export const start: Start = async (options) => {
  const disk = await makeDisk()
  const runner = makeRunner(disk.work)
  const done = () => html('<p>Done</p>')
  const routes = [
    get('/', () => home),
    ...plainRoutes('ops.example'),
    get('/assets/desk.js', () => text(SCRIPT, 200, 'text/javascript')),
    get('/logout', done, 'dangerous'),
    get('/documents/delete', done, 'dangerous'),
    post('/racks/order', done, 'dangerous'),
    ...commandRoutes(runner),
    ...blindRoutes(runner),
    ...fileRoutes(disk),
    ...importRoutes,
    ...commandTwins(runner),
    ...fileTwins(disk),
    ...importTwins,
    ...manualTwins(),
  ]
  const app = await serve(
    {
      routes,
      fallback: notFound,
      finish: (reply) => ({ ...reply, headers: { ...reply.headers, ...RIGHT_HEADERS } }),
    },
    options,
  )
  const close = async (): Promise<void> => {
    runner.stop()
    await app.close()
    await disk.remove()
  }
  return { ...app, close }
}
