import { get, post, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { encode, html, json } from '../../../kit/html.ts'
import type { Runner } from '../../../kit/process.ts'
import { cookie, field, header, leaf, param, segment, withCookie } from '../../../kit/values.ts'
import { page, printed } from '../layout.ts'

const DOMAINS = ['a.example', 'desk.example']
const VOLUMES = ['data', 'home']
const LOG = ['03:00 cron tidied up', '04:00 cron counted', '05:00 backup went well']

/** Right for single quotes of a POSIX shell: nothing but the quote itself ends them. */
const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`

/** The same tools; the value is an argument, quoted, checked, or a variable of the environment. */
export const commandTwins = ({ run }: Runner): readonly Route[] => {
  const shell = async (line: string, env = {}): Promise<string> =>
    (await run('/bin/sh', ['-c', line], env)).out
  const program = async (file: string, ...args: readonly string[]): Promise<string> =>
    (await run(file, args)).out
  return [
    hub(page, '/checked', 'Checked tools', [
      link('/ping/direct?host=gate', 'Ping'),
      link('/calendar/quoted?day=2026-01-05', 'Day of the week'),
      form('post', '/whois/list', [['domain', 'desk.example']]),
      link('/logs/find?word=cron', 'Find in the log'),
      link('/dns/checked?name=gate', 'Address'),
      link('/clock/zone', 'Clock of the zone'),
      link('/agent', 'Your browser'),
      link('/shelves/s1', 'Shelf s1'),
      ...BLIND_ENTRIES,
    ]),
    get('/ping/direct', async (request) =>
      printed('Ping', await program('printf', 'PING %s\n', param(request, 'host'))),
    ),
    get('/calendar/quoted', async (request) =>
      printed('Calendar', await shell(`date -u -d ${quoted(param(request, 'day'))} +%A`)),
    ),
    post('/whois/list', async (request) => {
      const domain = DOMAINS.find((each) => each === field(request, 'domain'))
      if (domain === undefined) return printed('Whois', 'unknown domain', 404)
      return printed('Whois', await shell(`printf '%s: registered\\n' ${domain}`))
    }),
    post('/api/volume/named', async (request) => {
      const volume = VOLUMES.find((each) => each === leaf(request, '/volume'))
      if (volume === undefined) return json({ error: 'no such volume' }, 404)
      return json({ volume: await shell(`printf '%s: 40 %% used\\n' ${volume}`) })
    }),
    get('/logs/find', (request) => {
      const word = param(request, 'word').toLowerCase()
      return printed('Log', LOG.filter((line) => line.toLowerCase().includes(word)).join('\n'))
    }),
    get('/dns/checked', async (request) => {
      const name = param(request, 'name')
      if (!/^[a-z0-9.-]{1,60}$/i.test(name)) return printed('Address', 'This is no name.', 400)
      return printed('Address', await shell(`echo ${name} has address 192.0.2.7`))
    }),
    get('/clock/zone', async (request) => {
      const zone = cookie(request, 'zone') || 'UTC'
      const reply = printed('Clock', await shell('TZ="$ZONE" date -d @0 +%H:%M', { ZONE: zone }))
      return request.cookies.has('zone') ? reply : withCookie(reply, 'zone=UTC')
    }),
    get('/agent', (request) => printed('Browser', `You use ${header(request, 'user-agent')}`)),
    get('/shelves/*', async (request) =>
      printed('Shelf', await program('echo', 'Shelf', segment(request, 2), 'is full')),
    ),
    ...blindTwins(program),
  ]
}

const BLIND_ENTRIES = [
  link('/notify/direct?to=ann', 'Note'),
  form('post', '/reports/plan', [['title', 'May']]),
  link('/warm/listed?page=home', 'Warm a page'),
  link('/beacon/plain', 'Plain beacon'),
  link('/archive/verify?name=may', 'Verify the archive'),
]

const blindTwins = (
  program: (file: string, ...args: readonly string[]) => Promise<string>,
): readonly Route[] => [
  get('/notify/direct', async (request) => {
    await program('printf', 'note for %s', param(request, 'to'))
    return page('Notes', '<p>The note is on the board.</p>')
  }),
  post('/reports/plan', async (request) => {
    await program('printf', '%s', field(request, 'title'))
    return page('Reports', '<p>The report will be ready tomorrow.</p>')
  }),
  post('/api/preview', async (request) => {
    await program('test', String(Number.parseInt(leaf(request, '/size'), 10)), '-gt', '32')
    return json({ queued: true })
  }),
  get('/warm/listed', async (request) => {
    if (param(request, 'page') === 'home') await program('printf', '%s', 'home')
    return page('Cache', '<p>The cache is warm.</p>')
  }),
  get('/beacon/plain', () => page('Beacon', '<p>Noted.</p>')),
  get('/archive/verify', (request) =>
    /[^a-z0-9]/.test(param(request, 'name'))
      ? html(`<h1>Blocked</h1><p>${encode('The firewall stopped this.')}</p>`, 403)
      : page('Archive', '<p>The archive is checked every night.</p>'),
  ),
]
