import { join, resolve, sep } from 'node:path'
import { get, post, type Reply, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { json, text } from '../../../kit/html.ts'
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

const plain = async (path: string): Promise<Reply> => {
  const content = await readText(path)
  return content === null ? notFound() : text(content)
}
const shown = async (heading: string, path: string): Promise<Reply> => {
  const content = await readText(path)
  return content === null ? notFound() : printed(heading, content)
}

/** Files read by a name that may lead out of their folder. */
export const fileRoutes = ({ root, project }: Disk): readonly Route[] => [
  hub(page, '/documents', 'Documents', [
    link('/download?file=guide.txt', 'Guide'),
    link('/manual?page=manual/intro.txt', 'Introduction'),
    link('/view?doc=guide.txt', 'View the guide'),
    link('/report?name=guide.txt', 'Report'),
    form('post', '/logs/read', [['log', 'boot']]),
    link('/picture?file=plan&as=.png', 'Plan'),
    link('/config?file=guide.txt', 'Configuration'),
    link('/files/notes.txt', 'Notes'),
    link('/help', 'Help'),
    link('/asset?name=guide.txt', 'Asset'),
  ]),
  get('/download', (request) => plain(join(root, param(request, 'file')))),
  get('/manual', (request) => {
    const name = param(request, 'page')
    return name.startsWith('manual/') ? shown('Manual', join(root, name)) : notFound()
  }),
  get('/view', (request) =>
    shown('Document', join(root, param(request, 'doc').replaceAll('../', ''))),
  ),
  get('/report', (request) => {
    const name = param(request, 'name')
    if (name.includes('..') || name.startsWith('/')) return notFound()
    return plain(join(root, percentDecoded(name)))
  }),
  post('/logs/read', (request) => {
    const name = field(request, 'log')
    // Any dot is taken for that of an extension.
    return shown('Log', join(root, 'logs', name.includes('.') ? name : `${name}.log`))
  }),
  get('/picture', (request) =>
    // Looks at the end of the address, wherever that comes from.
    request.query.toString().endsWith('.png')
      ? plain(join(root, param(request, 'file')))
      : notFound(),
  ),
  get('/config', (request) => {
    const name = param(request, 'file')
    return name.includes('..') ? notFound() : plain(resolve(root, name))
  }),
  get('/files/*', (request) => plain(join(root, segment(request, 2)))),
  post('/api/attachment', async (request) => {
    const content = await readText(join(root, leaf(request, '/message/file')))
    return content === null ? json({ error: 'no such file' }, 404) : json({ content })
  }),
  get('/help', async (request) => {
    const reply = await shown('Help', join(root, 'lang', cookie(request, 'lang') || 'en'))
    return request.cookies.has('lang') ? reply : withCookie(reply, 'lang=en')
  }),
  get('/asset', (request) => {
    const path = resolve(root, param(request, 'name'))
    // The project, not its public folder.
    return path.startsWith(project + sep) ? plain(path) : notFound()
  }),
]
