import { get, type Route } from '../../../kit/app.ts'
import { list } from '../../../kit/frame.ts'
import { encode } from '../../../kit/html.ts'
import { page } from '../layout.ts'

const ADVICE = [
  'Never show <script>alert(document.domain)</script> as it came.',
  `A quote too many and you read: unrecognized token: "'".`,
  'The container says uid=1000(app) gid=1000(app) groups=1000(app).',
  'Write {{ 7 * 7 }} into the template and see whether 49 comes out.',
  'root:x:0:0:root:/root:/bin/sh is the first line of that file.',
]

/** A thread about breaking in, and a page that is never the same twice. */
export function trapRoutes(): readonly Route[] {
  let turn = 0
  return [
    get('/threads/safety', ({ query }) =>
      page(
        `Safety, page ${query.get('part') === '2' ? 2 : 1}`,
        list(ADVICE.map((line) => `<code>${encode(line)}</code>`)),
      ),
    ),
    get('/online', ({ query }) => {
      turn += 1
      const members = Array.from({ length: 3 + ((turn * 7) % 5) }, (_, at) => `Member ${at + turn}`)
      const room = query.get('room') === 'pier' ? 'pier' : 'harbour'
      return page(`In the ${room} now`, list(members.toReversed()))
    }),
  ]
}
