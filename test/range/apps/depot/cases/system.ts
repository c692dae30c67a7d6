import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { get, on, post, type Route } from '../../../kit/app.ts'
import { json, text } from '../../../kit/html.ts'
import type { Runner } from '../../../kit/process.ts'
import { field, leaf, param, segment } from '../../../kit/values.ts'
import { readText, type Disk } from '../../ops/disk.ts'
import { textOf } from '../../ops/xml.ts'
import { invalid, missing } from '../layout.ts'

/** What the machine below the API does with values of a request. */
export const systemRoutes = (disk: Disk, { run }: Runner): readonly Route[] => {
  const shell = async (line: string): Promise<string> => (await run('/bin/sh', ['-c', line])).out
  return [
    get('/v1/manuals', async (request) => {
      const content = await readText(join(disk.root, 'manual', param(request, 'file')))
      return content === null ? missing() : json({ content })
    }),
    get('/v1/logs/*', async (request) => {
      const content = await readText(join(disk.root, 'logs', segment(request, 3)))
      return content === null ? missing() : text(content)
    }),
    post('/v1/probe', async (request) => {
      const host = leaf(request, '/target/host')
      return json({ answer: await shell(`printf 'probing %s\\n' ${host}`) })
    }),
    post('/v1/labels', async (request) => {
      const line = field(request, 'line')
      return json({ printed: await shell(`printf '%s|' "${line}"`) })
    }),
    on(
      'PUT',
      '/v1/formula',
      (request) => {
        try {
          const value: unknown = runInNewContext(leaf(request, '/expression'), {}, { timeout: 500 })
          return json({ value: String(value).slice(0, 200) })
        } catch {
          // Whatever was sent may be no expression.
          return invalid()
        }
      },
      'state',
    ),
    post('/v1/import', (request) => {
      const note = textOf(request.body, 'note', 'resolves')
      return note === null ? invalid() : json({ note })
    }),
  ]
}
