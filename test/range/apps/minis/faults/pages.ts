import { html, text } from '../../../kit/html.ts'
import type { Fault, Patch } from '../site.ts'

const session = (cause: string, patch: Patch): Fault => ({ check: 'cookie.session', cause, patch })
export const SESSION = {
  bare: session('no attribute but the path', { cookies: ['PHPSESSID={random}; path=/'] }),
  noneInsecure: session('SameSite=None without Secure', {
    cookies: ['connect.sid={random}; Path=/; HttpOnly; SameSite=None'],
  }),
  misspelt: session('Http-Only is not the word', {
    cookies: ['JSESSIONID={random}; Path=/; Http-Only; SameSite=Lax'],
  }),
  renewed: session('right at first, then set again without HttpOnly', {
    pages: [
      {
        path: '/start',
        heading: 'Start here',
        body: '<p>Welcome.</p>',
        cookies: ['ASP.NET_SessionId={random}; Path=/; HttpOnly; SameSite=Lax'],
      },
      {
        path: '/account',
        heading: 'Your account',
        body: '<p>Nothing new.</p>',
        cookies: ['ASP.NET_SessionId={random}; Path=/; SameSite=Lax'],
      },
    ],
  }),
} as const

const cookie = (cause: string, value: string, also: readonly string[] = []): Fault => ({
  check: 'cookie.other',
  cause,
  patch: { cookies: [value] },
  also,
})
export const COOKIE = {
  language: cookie('language without SameSite', 'lang=en; Path=/; Max-Age=31536000'),
  consent: cookie(
    'a value of SameSite that does not exist',
    'cookie_consent=yes; Path=/; SameSite=Sure',
  ),
  // What protects forms is close to a session: either check may say so.
  csrf: cookie('anti-forgery token without SameSite', 'csrftoken={random}; Path=/', [
    'cookie.session',
  ]),
  none: cookie('SameSite=None without Secure', 'lang=sv; Path=/; SameSite=None'),
} as const

/** The policy has to let the script in, or nothing would happen; some call such a list weak. */
const script = (cause: string, source: string, tag: string): Fault => ({
  check: 'sri.integrity',
  cause,
  patch: { head: tag, csp: { 'script-src': `'self' ${source}` } },
  also: ['csp.policy'],
})
const CDN = 'https://cdn.widgets.example'
export const SCRIPT = {
  missing: script('no integrity', CDN, `<script src="${CDN}/v3/widget.js" defer></script>`),
  unknownHash: script(
    'a hash that browsers do not know is no check',
    CDN,
    `<script src="${CDN}/v3/widget.js" integrity="md5-1B2M2Y8AsgTpgAmY7PhCfg==" crossorigin="anonymous" defer></script>`,
  ),
  plainHttp: script(
    'over http, no integrity',
    'http://cdn.widgets.example',
    '<script src="http://cdn.widgets.example/v3/widget.js" defer></script>',
  ),
  // Sold in 2024, and used against the sites that kept the line. Nobody asks for it here.
  takenOver: script(
    'a host that was taken over',
    'https://cdn.polyfill.io',
    '<script src="https://cdn.polyfill.io/v3/polyfill.min.js?features=fetch"></script>',
  ),
  empty: script(
    'the attribute is empty',
    CDN,
    `<script src="${CDN}/v3/widget.js" integrity="" crossorigin="anonymous" defer></script>`,
  ),
} as const

const OTHER = 'http://accounts.partner.example'
const CREDENTIALS = '<input name="email" type="email"><input name="password" type="password">'
const form = (cause: string, body: string, more: Patch = {}, head = ''): Fault => ({
  check: 'https.form',
  cause,
  path: '/enter',
  patch: {
    csp: { 'form-action': null },
    ...more,
    pages: [{ path: '/enter', heading: 'Enter', body, head, posted: 'Not today.' }],
  },
  also: ['csp.policy'],
})
export const FORM = {
  otherHost: form(
    'password to another host over http',
    `<form action="${OTHER}/enter" method="post">${CREDENTIALS}<button>Enter</button></form>`,
  ),
  byGet: form(
    'password in the address',
    `<form action="/enter" method="get">${CREDENTIALS}<button>Enter</button></form>`,
    { csp: {} },
  ),
  personal: form(
    'personal data to another host over http',
    `<form action="http://survey.partner.example/answers" method="post"><input name="full_name" autocomplete="name">
<input name="birthdate" type="date" autocomplete="bday"><input name="email" type="email">
<input name="card_number" autocomplete="cc-number"><button>Take part</button></form>`,
  ),
  button: form(
    'the button leads elsewhere than the form',
    `<form action="/enter" method="post">${CREDENTIALS}<button formaction="${OTHER}/enter">Enter</button></form>`,
  ),
  // Scripts and styles of that page come from the other host as well.
  base: {
    ...form(
      'a base element leads the form elsewhere',
      `<form action="enter" method="post">${CREDENTIALS}<button>Enter</button></form>`,
      { csp: { 'form-action': null, 'base-uri': OTHER } },
      `<base href="${OTHER}/">`,
    ),
    also: ['csp.policy', 'sri.integrity'],
  },
} as const satisfies Readonly<Record<string, Fault>>

const securityTxt = (cause: string, answer: Patch['securityTxt'] & {}): Fault => ({
  check: 'info.securitytxt',
  cause,
  patch: { securityTxt: answer },
})
const without = (name: string) => (right: string) =>
  text(
    right
      .split('\n')
      .filter((line) => !line.startsWith(name))
      .join('\n'),
  )
export const SECURITY_TXT = {
  missing: securityTxt('not there', () => html('<h1>Not found</h1>', 404)),
  expired: securityTxt('expired years ago', (right) =>
    text(right.replace(/^Expires: .*$/m, 'Expires: 2023-01-31T00:00:00.000Z')),
  ),
  noContact: securityTxt('does not say whom to write to', without('Contact')),
  noExpiry: securityTxt('does not say until when it holds', without('Expires')),
  page: securityTxt('a page stands there, with status 200', () =>
    html(
      '<!doctype html><title>Security</title><h1>Security</h1><p>Contact: us. We take it seriously.</p>',
    ),
  ),
} as const
