import check from '../../src/scanner/checks/input/cmdi.echo.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { runInCmd, runInSh } from '../support/shells.ts'
import { escapeHtml, html, valueOf, type Reply } from '../support/site.ts'

const url = 'https://shop.test/lookup?host=web1'
const host = (request: HttpRequest): string =>
  request.url.searchParams.get('host') ?? valueOf(request, 'host')

/** A page that shows what the command prints. */
const tool = (
  write: (value: string) => string,
  {
    run = runInSh,
    isRefused = () => false,
  }: Partial<{ run: typeof runInSh; isRefused(value: string): boolean }> = {},
) => ({
  url,
  site: (request: HttpRequest): Reply =>
    isRefused(host(request))
      ? html('<p>Bad name</p>', { status: 400 })
      : html(`<pre>${escapeHtml(run(write(host(request))).output)}</pre>`),
})
const without = (...marks: readonly string[]) => ({
  isRefused: (value: string) => marks.some((mark) => value.includes(mark)),
})

testCheck(check, {
  clean: {
    'no shell: the value is an argument': {
      url,
      site: (request) => html(`<pre>host ${escapeHtml(host(request))} not found</pre>`),
      requests: 7,
    },
    'a name that is checked': {
      url,
      site: (request) =>
        /^\w+$/.test(host(request))
          ? html('<pre>ok</pre>')
          : html('<p>Bad name</p>', { status: 400 }),
    },
    'quotes that are doubled for the shell': tool(
      (v) => `echo 'Looking up ${v.replaceAll("'", String.raw`'\''`)}'`,
    ),
    'a page that computes every product that it finds, and drops all marks': {
      url,
      site: (request) =>
        html(
          `<p>${host(request)
            .replaceAll(/\D(\d{4})\*(\d{4})\D/g, (_whole, x: string, y: string) =>
              String(Number(x) * Number(y)),
            )
            .replaceAll(/\W/g, '')}</p>`,
        ),
    },
    'a result that shows once': {
      url,
      site: (request, nth) => {
        const found = /(k\w+)\$\(\((\d+)\*(\d+)\)\)(\w+)/.exec(host(request))
        const [, a = '', x = '', y = '', b = ''] = found ?? []
        return html(nth === 2 ? `<p>${a}${Number(x) * Number(y)}${b}</p>` : '<p>ok</p>')
      },
    },
    'a firewall that refuses all': {
      url,
      site: (request) =>
        /[;|&`$]/.test(host(request))
          ? html('<h1>Request blocked</h1>', { status: 403 })
          : html('<p>ok</p>'),
      requests: 7,
    },
  },
  found: {
    'a word in a pipeline, without any mark of a substitution': {
      ...tool((v) => `printf 'web1 is up\\n' | grep -i ${v.replaceAll(/[$`]/g, '')} | head -n 20`),
      match: /^\d{7,8}\nk\w+q9$/,
      confidence: 'confirmed',
      note: /with a semicolon/,
    },
    'a word of a command': {
      ...tool((v) => `echo Looking up ${v}`),
      match: /^k\w+q9\d{7,8}k\w+q9$/,
      confidence: 'confirmed',
      note: /with a semicolon/,
      requests: 3,
    },
    'in single quotes': { ...tool((v) => `echo 'Looking up ${v}' today`), note: /a semicolon/ },
    'in double quotes': { ...tool((v) => `echo "Looking up ${v} today"`), note: /a semicolon/ },
    'what is printed after an error': {
      ...tool((v) => `false '${v}' 2>/dev/null | cat`),
      confidence: 'confirmed',
    },
    'blanks are refused': {
      ...tool((v) => `echo up ${v}`, without(' ', '\n')),
      note: /a semicolon/,
    },
    'semicolons are refused': { ...tool((v) => `echo up ${v}`, without(';')), note: /a pipe/ },
    'semicolons are refused, in single quotes': {
      ...tool((v) => `echo 'looks up ${v}'`, without(';')),
      note: /a pipe/,
    },
    'semicolons and pipes are refused': {
      ...tool((v) => `echo up ${v}`, without(';', '|')),
      note: /an ampersand/,
    },
    'cmd.exe': {
      ...tool((v) => `nslookup ${v}`, { run: runInCmd }),
      match: /^\d{7,8}k\w+q9$/,
      note: /an ampersand/,
    },
    'cmd.exe, in quotes': {
      ...tool((v) => `nslookup "${v}" 8.8.8.8`, { run: runInCmd }),
      note: /an ampersand/,
    },
    'separators are refused': {
      ...tool((v) => `echo up ${v}`, without(';', '|', '&')),
      note: /a line feed/,
    },
    'separators are refused, the substitution of a text in double quotes is not': {
      ...tool((v) => `echo "up ${v}"`, without(';', '|', '&', '\n')),
      note: /\$\( \)/,
    },
    'separators are refused, in single quotes': {
      ...tool((v) => `echo 'up ${v}'`, without(';', '|', '&', '\n')),
      note: /\$\( \)/,
    },
    'all but backticks is refused': {
      ...tool((v) => `echo up ${v}`, without(';', '|', '&', '\n', '$(e')),
      note: /backticks/,
    },
    'a form field': {
      url: 'https://shop.test/tools',
      form: { host: 'web1' },
      site: (request) => html(`<pre>${runInSh(`echo up ${host(request)}`).output}</pre>`),
      confidence: 'confirmed',
    },
    'the site begins to refuse requests': {
      url,
      site: (request, nth) =>
        nth === 3
          ? html('<h1>Too many requests</h1>', { status: 429 })
          : html(`<pre>${runInSh(`echo up ${host(request)}`).output}</pre>`),
      confidence: 'likely',
      reason: /began to refuse/,
    },
  },
})
