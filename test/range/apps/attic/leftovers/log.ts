import { PLAIN, type Leftover } from '../disk.ts'

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('')
const two = (value: number): string => String(value).padStart(2, '0')

/** Logs in the formats of five writers. Addresses are of the ranges for documentation. */
export const LOG_FILES: readonly Leftover[] = [
  {
    path: '/error.log',
    type: PLAIN,
    cause: 'error log of Apache in the document root',
    content: () =>
      times(
        12,
        (n) =>
          `[Mon Mar 02 09:${two(n)}:41.20${n} 2026] [proxy_fcgi:error] [pid 412${n}:tid 139${n}] [client 203.0.113.${n}:5021${n}] AH01071: Got error 'Primary script unknown', referer: http://attic.test/products.php`,
      ),
  },
  {
    path: '/access.log',
    type: 'application/octet-stream',
    cause: 'access log in the combined format, with a reset link in it',
    content: () =>
      times(
        20,
        (n) =>
          `198.51.100.${n} - anna [02/Mar/2026:09:${two(n)}:11 +0100] "GET /login.php?token=${1000 + n} HTTP/1.1" 200 ${2300 + n} "-" "Mozilla/5.0 (X11; Linux x86_64)"`,
      ),
  },
  {
    path: '/debug.log',
    type: PLAIN,
    cause: 'debug log of PHP beside the pages',
    content: () =>
      times(
        8,
        (n) =>
          `[02-Mar-2026 09:${two(n)}:02 UTC] PHP Warning:  Undefined variable $rebate in /srv/www/attic/products.php on line ${40 + n}`,
      ),
  },
  {
    path: '/storage/logs/laravel.log',
    type: PLAIN,
    cause: 'the folder of the framework is the document root, not its public folder',
    content: () =>
      times(
        6,
        (n) =>
          `[2026-03-02 09:${two(n)}:12] production.ERROR: Card terminal of customer ${880 + n} did not answer {"userId":${880 + n},"exception":"[object] (RuntimeException(code: 0): timeout at /srv/www/attic/app/Terminal.php:31)"}`,
      ),
  },
  {
    path: '/npm-debug.log',
    type: PLAIN,
    cause: 'left by a failed installation',
    content: () => `0 info it worked if it ends with ok
1 verbose cli [ '/usr/bin/node', '/usr/bin/npm', 'run', 'deploy' ]
2 info using npm@6.14.4
3 info using node@v10.19.0
4 verbose run-script [ 'predeploy', 'deploy', 'postdeploy' ]
5 verbose cwd /home/anna/attic
6 error code ELIFECYCLE
7 verbose exit [ 1, true ]
`,
  },
]
