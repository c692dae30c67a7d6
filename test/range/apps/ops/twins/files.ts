import { realpath } from 'node:fs/promises'
import { basename, join, normalize, resolve, sep } from 'node:path'
import { get, post, type Reply, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { html, json, text } from '../../../kit/html.ts'
import {
  cookie,
  field,
  leaf,
  param,
  percentDecoded,
  segment,
  withCookie,
} from '../../../kit/values.ts'
import { readText, type Disk } from '../disk.ts'
import { notFound, page, printed } from '../layout.ts'
import { XML_ENTRIES } from './imports.ts'

const PAGES = ['intro', 'tapes']
const LOGS = ['boot', 'cron']
const ATTACHMENTS = ['notes.txt', 'guide.txt']

/** The same documents, read by names that cannot leave their folder. */
export function fileTwins({ root }: Disk): readonly Route[] {
  /** The place of a file after links and dots, if that is below the root. */
  async function inside(name: string): Promise<string | null> {
    try {
      const [real, base] = await Promise.all([realpath(resolve(root, name)), realpath(root)])
      return real.startsWith(base + sep) ? real : null
    } catch {
      // No such file, or a name with NUL in it.
      return null
    }
  }
  async function plain(path: string | null): Promise<Reply> {
    const content = path === null ? null : await readText(path)
    return content === null ? notFound() : text(content)
  }
  const oneOf = (names: readonly string[], name: string, path: (known: string) => string) =>
    plain(names.includes(name) ? join(root, path(name)) : null)

  return [
    hub(page, '/checked-files', 'Checked documents', [
      link('/download/checked?file=guide.txt', 'Guide'),
      link('/manual/page?page=intro', 'Introduction'),
      link('/view/anchored?doc=guide.txt', 'View the guide'),
      link('/report/decoded?name=guide.txt', 'Report'),
      form('post', '/logs/show', [['log', 'boot']]),
      link('/picture/named?file=plan&as=.png', 'Plan'),
      link('/config/relative?file=guide.txt', 'Configuration'),
      link('/library/notes.txt', 'Notes'),
      link('/welcome', 'Welcome'),
      link('/missing?file=a.txt', 'A missing file'),
      link('/guarded?file=guide.txt', 'Guarded guide'),
      ...XML_ENTRIES,
    ]),
    get('/download/checked', async (request) => plain(await inside(param(request, 'file')))),
    get('/manual/page', (request) =>
      oneOf(PAGES, param(request, 'page'), (name) => `manual/${name}.txt`),
    ),
    // Dots are resolved against a root of their own, so they end there.
    get('/view/anchored', (request) => plain(join(root, normalize(`/${param(request, 'doc')}`)))),
    get('/report/decoded', async (request) =>
      plain(await inside(percentDecoded(param(request, 'name')))),
    ),
    post('/logs/show', (request) =>
      oneOf(LOGS, field(request, 'log'), (name) => `logs/${name}.log`),
    ),
    get('/picture/named', (request) => oneOf(['plan'], param(request, 'file'), (name) => name)),
    get('/config/relative', (request) => {
      const name = param(request, 'file')
      return plain(name.includes('..') || name.startsWith('/') ? null : join(root, name))
    }),
    get('/library/*', (request) => plain(join(root, basename(segment(request, 2))))),
    post('/api/attachment/numbered', async (request) => {
      const name = ATTACHMENTS.find((each) => each === leaf(request, '/message/file'))
      const content = name === undefined ? null : await readText(join(root, name))
      return content === null ? json({ error: 'no such file' }, 404) : json({ content })
    }),
    get('/welcome', async (request) => {
      const name = cookie(request, 'speech') === 'de' ? 'de' : 'en'
      const reply = await plain(join(root, 'lang', name))
      return request.cookies.has('speech') ? reply : withCookie(reply, 'speech=en')
    }),
    get('/missing', (request) =>
      printed('Not found', `The file "${param(request, 'file')}" was not found on this server.`),
    ),
    get('/guarded', async (request) =>
      /\.\.|[\\%]|^\//.test(param(request, 'file'))
        ? html('<h1>Request blocked</h1><p>The firewall stopped this request.</p>', 403)
        : plain(await inside(param(request, 'file'))),
    ),
  ]
}
