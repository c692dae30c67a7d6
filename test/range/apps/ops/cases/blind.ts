import { get, post, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { json } from '../../../kit/html.ts'
import type { Runner } from '../../../kit/process.ts'
import { field, header, leaf, param } from '../../../kit/values.ts'
import { page } from '../layout.ts'

/** Commands that are waited for and tell nothing: what they print and how they end is not read. */
export const blindRoutes = ({ run }: Runner): readonly Route[] => {
  const shell = async (line: string): Promise<void> => {
    await run('/bin/sh', ['-c', line])
  }
  return [
    hub(page, '/jobs', 'Jobs', [
      link('/notify?to=ann', 'Leave a note'),
      form('post', '/reports/build', [['title', 'May']]),
      link('/warm?page=home', 'Warm the cache'),
      link('/beacon', 'Beacon'),
      link('/archive/check?name=may', 'Check the archive'),
    ]),
    get('/notify', async (request) => {
      await shell(`printf 'note for %s' ${param(request, 'to')} >/dev/null`)
      return page('Notes', '<p>The note is on the board.</p>')
    }),
    post('/reports/build', async (request) => {
      await shell(`printf '%s' '${field(request, 'title')}' | wc -c >/dev/null`)
      return page('Reports', '<p>The report will be ready tomorrow.</p>')
    }),
    post('/api/thumbnail', async (request) => {
      await shell(`test "${leaf(request, '/size')}" -gt 32`)
      return json({ queued: true })
    }),
    get('/warm', async (request) => {
      await shell(`{ printf '%s' ${param(request, 'page')} & wait; } >/dev/null 2>&1`)
      return page('Cache', '<p>The cache is warm.</p>')
    }),
    get('/beacon', async (request) => {
      await shell(`printf '%s\\n' "${header(request, 'x-forwarded-for')}" >/dev/null`)
      return page('Beacon', '<p>Noted.</p>')
    }),
    get('/archive/check', async (request) => {
      const name = param(request, 'name')
      if (!/\s/.test(name)) await shell(`printf '%s.tar' ${name} >/dev/null`)
      return page('Archive', '<p>The archive is checked every night.</p>')
    }),
  ]
}
