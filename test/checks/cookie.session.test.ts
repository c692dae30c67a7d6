import check from '../../src/scanner/checks/passive/cookie.session.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const sets = (...cookies: readonly string[]): { site: Reply } => ({
  site: html('<p>shop</p>', { headers: { 'set-cookie': cookies } }),
})
const plain = (...cookies: readonly string[]) => ({ url: 'http://shop.test/', ...sets(...cookies) })
const SID = 'b3f1c09a77de4c2e9d01'
const GOOD = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const HEX = 'd41d8cd98f00b204e9800998ecf8427e'
/** Names that servers and frameworks give to a session: the value need not look like one. */
const OWN_NAMES = [
  'JSESSIONIDSSO',
  'PHPSESSID',
  'ASP.NET_SessionId',
  'ASPSESSIONIDQQABCDEF',
  '.ASPXAUTH',
  '.AspNetCore.Identity.ApplicationC1',
  'connect.sid',
  'koa.sess',
  'laravel_session',
  'ci_session',
  'CAKEPHP',
  'symfony',
  'CFID',
  'CFTOKEN',
  'rack.session',
  '_shop_session',
  'sessionid',
  'PLAY_SESSION',
  `wordpress_logged_in_${HEX}`,
  `SSESS${HEX}`,
  'next-auth.session-token',
  'authjs.session-token',
  'better-auth.session_token',
  'fe_typo_user',
  'be_typo_user',
  'frontend',
  'adminhtml',
  'MoodleSessionshop',
  'ZM_AUTH_TOKEN',
]
/** Names that mean a session where the value looks random. */
const USUAL_NAMES = ['usersession', 'shop.sid', 'remember_me', 'access_token', 'jwt']
/** Names that hold a word of those, for something else. */
const OTHER_NAMES = [
  'csrf_access_token',
  'consent_session',
  '_hjSession_4711',
  'session_start',
  'BIGipServerwww-sso-pool',
]
const each = <Row>(names: readonly string[], row: (name: string) => Row) =>
  Object.fromEntries(names.map((name) => [`by its name: ${name}`, row(name)]))
const OPEN = 'Path=/; Secure; SameSite=Lax'

testCheck(check, {
  clean: {
    'all attributes': sets(`sid=${SID}; ${GOOD}`),
    strict: sets(`sid=${SID}; Path=/; Secure; HttpOnly; SameSite=Strict`),
    'for use inside other sites': sets(`sid=${SID}; Path=/; Secure; HttpOnly; SameSite=None`),
    'attributes in another case': sets(`sid=${SID}; path=/; SECURE; httponly; samesite=lax`),
    'a host prefix that keeps its rules': sets(`__Host-session=${SID}; ${GOOD}`),
    'a secure prefix with a domain': sets(`__Secure-sid=${SID}; Domain=shop.test; ${GOOD}`),
    'plain HTTP, all that can be set there': plain(`sid=${SID}; Path=/; HttpOnly; SameSite=Lax`),
    'a secure prefix with a path': sets(
      `__Secure-sid=${SID}; Path=/app; Secure; HttpOnly; SameSite=Lax`,
    ),
    'a session beside a readable anti-CSRF token': sets(
      `PHPSESSID=${SID}; ${GOOD}`,
      `XSRF-TOKEN=${SID}`,
    ),
  },
  found: {
    ...each(OWN_NAMES, (name) => ({
      ...sets(`${name}=app7; ${OPEN}`),
      reason: /framework's own name/,
    })),
    ...each(USUAL_NAMES, (name) => ({
      ...sets(`${name}=${SID}; ${OPEN}`),
      reason: /random value/,
    })),
    'no Secure': {
      ...sets(`PHPSESSID=${SID}; Path=/; HttpOnly; SameSite=Lax`),
      match: `PHPSESSID=${SID}; Path=/; HttpOnly; SameSite=Lax`,
      discriminators: ['PHPSESSID:secure'],
    },
    'no HttpOnly': {
      ...sets(`connect.sid=s%3A${SID}.x; Path=/; Secure; SameSite=Lax`),
      discriminators: ['connect.sid:httponly'],
    },
    'no SameSite': {
      ...sets(`JSESSIONID=${SID}; Path=/; Secure; HttpOnly`),
      note: /without SameSite/,
      discriminators: ['JSESSIONID:samesite'],
    },
    'a SameSite value that does not exist': {
      ...sets(`JSESSIONID=${SID}; Path=/; Secure; HttpOnly; SameSite=Yes`),
      note: /"Yes"/,
      discriminators: ['JSESSIONID:samesite'],
    },
    'SameSite=None without Secure': {
      ...sets(`laravel_session=${SID}; HttpOnly; SameSite=None`),
      discriminators: ['laravel_session:secure', 'laravel_session:samesite'],
    },
    'SameSite=None over plain HTTP, where no cookie can have Secure': {
      ...plain(`sid=${SID}; HttpOnly; SameSite=None`),
      note: /without Secure/,
      discriminators: ['sid:samesite'],
    },
    'nothing at all': {
      ...sets(`session=${SID}`),
      discriminators: ['session:secure', 'session:httponly', 'session:samesite'],
    },
    'plain HTTP says so and does not ask for Secure': {
      ...plain(`session=${SID}; SameSite=Lax`),
      note: /plain HTTP/,
      discriminators: ['session:httponly'],
    },
    'a host prefix with a domain': {
      ...sets(`__Host-sid=${SID}; Domain=shop.test; ${GOOD}`),
      note: /Domain is given/,
      discriminators: ['__Host-sid:prefix'],
    },
    'a host prefix with a path': {
      ...sets(`__Host-sid=${SID}; Path=/app; Secure; HttpOnly; SameSite=Lax`),
      note: /Path is not/,
      discriminators: ['__Host-sid:prefix'],
    },
    'a secure prefix without Secure': {
      ...sets(`__Secure-sid=${SID}; Path=/; HttpOnly; SameSite=Lax`),
      note: /Secure is missing/,
      discriminators: ['__Secure-sid:prefix'],
    },
    'a token under a name of its own': {
      ...sets(
        `who=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln; ${GOOD.replace('HttpOnly; ', '')}`,
      ),
      reason: /JSON Web Token/,
      discriminators: ['who:httponly'],
    },
    'names that vary by install': {
      ...sets(`ASPSESSIONIDQQABCDEF=${SID}; Path=/; Secure; SameSite=Lax`),
      discriminators: ['ASPSESSIONID{}:httponly'],
    },
    'on a redirect after login': {
      site: {
        status: 302,
        headers: { location: '/', 'set-cookie': `auth_token=${SID}; Secure; SameSite=Lax` },
      },
      discriminators: ['auth_token:httponly'],
    },
    'the second of two cookies': {
      ...sets('theme=dark', `sessionid=${SID}; Path=/; Secure; SameSite=Lax`),
      match: `sessionid=${SID}; Path=/; Secure; SameSite=Lax`,
    },
    'an old date that Max-Age overrules': {
      ...sets(
        `sid=${SID}; Max-Age=3600; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Secure; SameSite=Lax`,
      ),
      discriminators: ['sid:httponly'],
    },
    'an expiry date with a comma in it': {
      ...sets(`sid=${SID}; Expires=Wed, 21 Oct 2099 07:28:00 GMT; Secure; SameSite=Lax`),
      discriminators: ['sid:httponly'],
    },
  },
  skipped: {
    ...each(OTHER_NAMES, (name) => sets(`${name}=${SID}; ${OPEN}`)),
    ...each(USUAL_NAMES, (name) => sets(`${name}=app7; ${OPEN}`)),
    'no cookie': { site: html('<p>none</p>') },
    preferences: sets('theme=dark', 'lang=en', 'cookie_consent=4f2a9b8c7d6e5f4a3b2c'),
    'an anti-CSRF token that script must read': sets(`csrftoken=${SID}`),
    analytics: sets('_ga=GA1.2.1234567890.1234567890'),
    'a load balancer': sets(`AWSALB=${SID}`),
    'the session is deleted': sets(
      'PHPSESSID=deleted; Expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0',
    ),
    'deleted by its value': sets('PHPSESSID=deleted'),
    'an empty header': sets(''),
    'a random value under another name': sets(`seen=${SID}`),
    'deleted at once, with a value': sets(`PHPSESSID=${SID}; Max-Age=0`),
    'deleted by an old date': sets(
      'sid=b3f1c09a77de4c2e9d01; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ),
    'a name like a session, a value like a word': sets('session_view=compact'),
    'an empty value': sets('PHPSESSID=; Path=/'),
    'a page that is missing': {
      site: { status: 404, headers: { 'set-cookie': `PHPSESSID=${SID}` } },
    },
  },
})
