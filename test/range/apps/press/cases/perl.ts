import { get, post, type Route } from '../../../kit/app.ts'
import { form } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { encode, json } from '../../../kit/html.ts'
import type { Runner } from '../../../kit/process.ts'
import { field, leaf, param } from '../../../kit/values.ts'
import { page } from '../layout.ts'

/** What leads to the routes below. */
export const PERL_ENTRIES = [
  form('post', '/labels/wrap', [['title', 'rivers']]),
  link('/paper/inches?mm=254', 'Paper in inches'),
]

/** The workshop's old scripts: the value stands in the code that `perl -e` gets. */
export const perlRoutes = ({ run }: Runner): readonly Route[] => {
  const perl = async (code: string): Promise<string> => (await run('perl', ['-e', code])).out
  return [
    post('/labels/wrap', async (request) => {
      const title = await perl(`print ucfirst("${field(request, 'title')}")`)
      return page('Wrapper', `<p>${encode(title)}</p>`)
    }),
    get('/paper/inches', async (request) => {
      const length = param(request, 'mm')
      const line = await perl(`my $mm = ${length}; print "$mm mm are ", $mm / 25.4, " inches"`)
      return page('Paper', `<p>${encode(line)}</p>`)
    }),
    post('/api/headline', async (request) =>
      json({ line: await perl(`print lc('${leaf(request, '/line/text')}')`) }),
    ),
  ]
}
