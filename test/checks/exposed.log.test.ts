import check from '../../src/scanner/checks/page/exposed.log.ts'
import { LOG_FILES } from '../../src/scanner/payloads/log-files.ts'
import { testCheck } from '../support/check-tester.ts'
import { files, MISSING, text } from '../support/files.ts'
import { html } from '../support/site.ts'

const url = 'https://shop.test/'
const at = (name: string, body: string, type?: string) => ({
  url,
  site: files({ [`/${name}`]: text(body, type) }),
})
const ACCESS = '203.0.113.9 - - [21/Nov/2026:20:57:39 +0000] "GET /reset?token=a HTTP/1.1" 200 12'

testCheck(check, {
  clean: {
    'nothing there': { url, site: MISSING, requests: LOG_FILES.names.length },
    'every path answers with a log': { url, site: text(ACCESS) },
    'a page about logs': { url, site: files({ '/access.log': html(ACCESS) }) },
    'behind a login': { url, site: files({ '/access.log': { ...text(ACCESS), status: 401 } }) },
    'a diary': at('app.log', '2026-11-21\nWe saw an ERROR in the sky.\n'),
    'a text with brackets': at('error.log', '[draft] PHP in a nutshell\n'),
    'JSON that is no log': at('debug.log', '{"name":"shop"}'),
    'a list of dates': at('error_log', '[21-Nov-2026] open\n[22-Nov-2026] closed\n'),
  },
  found: {
    'an access log': {
      ...at('access.log', `${ACCESS}\n${ACCESS}`),
      match: ACCESS,
      confidence: 'confirmed',
      note: /^`\/access\.log` answers with an access log\.$/,
    },
    'an error log of PHP': {
      ...at(
        'error_log',
        '[21-Nov-2026 20:57:39 UTC] PHP Warning:  Undefined variable $a in /srv/a.php',
      ),
      note: /PHP/,
    },
    'an error log of Apache': {
      ...at(
        'error.log',
        '[Sat Nov 21 20:57:39.123456 2026] [core:error] [pid 7] [client 203.0.113.9:50] x',
      ),
      note: /Apache/,
    },
    'an error log of nginx, as a download': {
      ...at(
        'logs/error.log',
        '2026/11/21 20:57:39 [error] 31#31: *1 open() "/srv/x" failed',
        'application/octet-stream',
      ),
      note: /nginx/,
    },
    'a log of Laravel': {
      ...at('storage/logs/laravel.log', '[2026-11-21 20:57:39] production.ERROR: No such table'),
      note: /Laravel/,
    },
    'a log of npm': {
      ...at('npm-debug.log', '0 info it worked if it ends with ok\n1 verbose cli'),
      match: '0 info it worked if it ends with ok',
    },
    'a log of a program': {
      ...at('app.log', '2026-11-21 20:57:39,123 [main] INFO  shop.Login - user=ann\n'),
      note: /of an application/,
    },
    'a log in JSON': {
      ...at('debug.log', '{"level":30,"time":1763757459,"msg":"login ann"}\n', 'application/json'),
      note: /JSON/,
    },
    'pages instead of 404, and a log': {
      url,
      site: files({ '/access.log': text(`${ACCESS} -`) }, html('<h1>Shop</h1>')),
      confidence: 'confirmed',
    },
    'it is gone at the second look': {
      url,
      site: (request, nth) => (nth < 6 ? files({ '/access.log': text(ACCESS) })(request) : MISSING),
      confidence: 'likely',
    },
  },
  skipped: { 'a page': { url: 'https://shop.test/app', site: html('<p>app</p>') } },
})
