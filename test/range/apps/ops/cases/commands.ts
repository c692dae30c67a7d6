import { get, post, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { json } from '../../../kit/html.ts'
import type { Runner } from '../../../kit/process.ts'
import { cookie, field, header, leaf, param, segment, withCookie } from '../../../kit/values.ts'
import { page, printed } from '../layout.ts'

const LOG = '03:00 cron tidied up\n04:00 cron counted\n05:00 backup went well'

/** Commands whose output is shown; the value stands in the line that the shell gets. */
export const commandRoutes = ({ run }: Runner): readonly Route[] => {
  const shell = async (line: string): Promise<string> => (await run('/bin/sh', ['-c', line])).out
  return [
    hub(page, '/network', 'Network', [
      link('/ping?host=gate', 'Ping the gate'),
      link('/calendar?day=2026-01-05', 'Day of the week'),
      form('post', '/whois', [['domain', 'desk.example']]),
      link('/logs/search?word=cron', 'Search the log'),
      link('/dns?name=gate', 'Address of the gate'),
      link('/clock', 'Clock'),
      link('/whoami', 'Who am I'),
      link('/racks/r1', 'Rack r1'),
    ]),
    get('/ping', async (request) =>
      printed('Ping', await shell(`printf 'PING %s\\n' ${param(request, 'host')}`)),
    ),
    get('/calendar', async (request) =>
      printed('Calendar', await shell(`date -u -d "${param(request, 'day')}" +%A`)),
    ),
    post('/whois', async (request) =>
      printed('Whois', await shell(`printf '%s: registered\\n' '${field(request, 'domain')}'`)),
    ),
    post('/api/volume', async (request) => {
      const volume = leaf(request, '/volume')
      if (/[;&]/.test(volume)) return json({ error: 'bad character' }, 400)
      return json({ volume: await shell(`printf '%s: 40 %% used\\n' ${volume}`) })
    }),
    get('/logs/search', async (request) => {
      const word = param(request, 'word').replace(/[$`]/g, '')
      return printed('Log', await shell(`printf '${LOG}\\n' | grep -i ${word} | head -n 20`))
    }),
    get('/dns', async (request) => {
      const name = param(request, 'name')
      if (/\s/.test(name)) return printed('Address', 'No blanks, please.', 400)
      return printed('Address', await shell(`echo ${name} has address 192.0.2.7`))
    }),
    get('/clock', async (request) => {
      const zone = cookie(request, 'tz') || 'UTC'
      const reply = printed('Clock', await shell(`TZ=${zone} date -d @0 +%H:%M`))
      return request.cookies.has('tz') ? reply : withCookie(reply, 'tz=UTC')
    }),
    get('/whoami', async (request) => {
      const line = `printf 'You use %s\\n' "${header(request, 'user-agent')}"`
      return printed('Who am I', await shell(line))
    }),
    get('/racks/*', async (request) =>
      printed('Rack', await shell(`echo Rack ${segment(request, 2)} has 42 units`)),
    ),
  ]
}
