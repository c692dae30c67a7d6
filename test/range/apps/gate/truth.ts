import { atPath, may, must, optional, type Clean, type Expected, type Truth } from '../../truth.ts'

const GUIDE = '/redirect/https%3A%2F%2Fdocs.portal.example%2Fguide'

const redirects: readonly Expected[] = [
  must('redirect.open', ['GET', '/out/press', 'url'], 'schemes refused in lower case only'),
  must('redirect.open', ['GET', '/out/map', 'to'], 'two slashes refused, backslashes not'),
  must('redirect.open', ['GET', '/out/survey', 'target'], 'a tab between two slashes'),
  must('redirect.open', ['GET', '/out/library', 'url'], 'host begins with our name'),
  must('redirect.open', ['GET', '/out/archive', 'url'], 'our name as the user before an @'),
  must('redirect.open', ['GET', '/out/branch', 'site'], 'host ends with our name'),
  must('redirect.open', ['GET', '/out/news', 'u'], 'decoded again after the check'),
  must('redirect.open', ['GET', '/out/tool', 'href'], 'only scripts refused'),
  must('redirect.open', ['GET', '/out/partner', 'site'], 'name of a partner anywhere'),
  must('redirect.open', ['GET', '/continue', 'page'], 'Refresh header, http refused'),
  must('redirect.open', ['GET', '/gateway', 'to'], 'meta refresh, blanks get past'),
  must('redirect.open', ['GET', '/handoff', 'next'], 'script sets the location'),
  must('redirect.open', ['POST', '/prefs/language', 'back'], 'field of a form'),
  must('redirect.open', ['GET', GUIDE, 'segment 2'], 'path segment'),
  must('redirect.open', ['GET', '/api/links/open', 'target'], 'API that answers with Location'),
  may('redirect.open', ['POST', '/api/desk/resume', '/back'], 'only own pages can send JSON'),
  may('redirect.open', ['GET', '/start', 'x-forwarded-host'], 'no link can set the header'),
]

const lines: readonly Expected[] = [
  must('crlf', ['GET', '/lang', 'set'], 'Set-Cookie, no filter'),
  must('crlf', ['GET', '/open', 'section'], 'Location, only CR LF together removed'),
  must('crlf', ['GET', '/download', 'name'], 'file name, only the first removed'),
  must('crlf', ['GET', '/api/status', 'tag'], 'own header, decoded again after the filter'),
  must('crlf', ['POST', '/region', 'region'], 'Set-Cookie, LF alone stays'),
  must('crlf', ['GET', '/campaign/summer', 'segment 2'], 'own header, path segment'),
  must('crlf', ['POST', '/api/labels', '/label'], 'own header, JSON'),
]

const hosts: readonly Expected[] = [
  must('host.header', ['GET', '/recover', 'x-forwarded-host'], 'link to a new password'),
  must('host.header', ['GET', '/agenda', 'x-host'], 'canonical link'),
  must('host.header', ['GET', '/start', 'x-forwarded-host'], 'target of a redirect'),
  must('host.header', ['GET', '/widgets', 'x-forwarded-host'], 'address of a script'),
  must('host.header', ['GET', '/bulletin', 'forwarded'], 'absolute links'),
]

const origins: readonly Expected[] = [
  atPath('cors.credentials', '/api/me', 'any origin'),
  atPath('cors.credentials', '/api/wallet', 'the origin null'),
  atPath('cors.credentials', '/api/inbox', 'ends with our name'),
  atPath('cors.credentials', '/api/calendar', 'begins with our name'),
  atPath('cors.credentials', '/api/documents', 'dots that are not escaped'),
  atPath('cors.credentials', '/api/contacts', 'our name anywhere'),
]

/** What stores, changes or removes is never sent unless asked for: it cannot be proved, only announced. */
const unsent: readonly Expected[] = [
  atPath('http.methods', '/share/', 'PUT and DELETE, offered'),
  atPath('http.methods', '/inbox/', 'PUT, not offered'),
  atPath('http.methods', '/notes/garden', 'PUT by X-HTTP-Method-Override'),
].map(optional)

const methods: readonly Expected[] = [
  ...unsent,
  atPath('http.methods', '/diagnosis', 'TRACE'),
  atPath('http.methods', '/dav/', 'PROPFIND and MKCOL'),
]

const clean: readonly Clean[] = [
  { path: '/away/press', parameter: 'url', why: 'same origin after parsing' },
  { path: '/away/library', parameter: 'url', why: 'exact host after parsing' },
  { path: '/away/map', parameter: 'to', why: 'paths of plain words only' },
  { path: '/away/notice', parameter: 'url', why: 'a link to follow by hand' },
  { path: '/away/partner', parameter: 'site', why: 'key of a fixed list' },
  { path: '/away/login', parameter: 'next', why: 'in the query of an own address' },
  { path: '/away/encoded', parameter: 'to', why: 'one encoded segment' },
  { path: '/continue/own', parameter: 'page', why: 'same origin after parsing' },
  { path: '/gateway/own', parameter: 'to', why: 'same origin after parsing' },
  { path: '/handoff/own', parameter: 'next', why: 'same origin after parsing' },
  { path: '/prefs/theme', parameter: 'back', why: 'same origin after parsing' },
  { path: '/forward/desk', parameter: 'segment 2', why: 'names on a list' },
  { path: '/api/links/show', parameter: 'target', why: 'data, no Location' },

  { path: '/lang/safe', parameter: 'set', why: 'control characters removed' },
  { path: '/open/safe', parameter: 'section', why: 'percent-encoded' },
  { path: '/download/safe', parameter: 'name', why: 'percent-encoded (RFC 8187)' },
  { path: '/api/status/safe', parameter: 'tag', why: 'refused' },
  { path: '/region/safe', parameter: 'region', why: 'percent-encoded' },
  { path: '/promo/summer', parameter: 'segment 2', why: 'percent-encoded' },
  { path: '/api/notes', parameter: '/note', why: 'in a JSON body' },
  { path: '/headers', parameter: 'show', why: 'a head that is shown in the body' },

  { path: '/recover/own', parameter: null, why: 'address from the settings' },
  { path: '/agenda/own', parameter: null, why: 'address from the settings' },
  { path: '/start/own', parameter: null, why: 'relative' },
  { path: '/widgets/own', parameter: null, why: 'names on a list' },
  { path: '/whereami', parameter: null, why: 'encoded text, no address' },

  { path: '/api/account', parameter: null, why: 'exact list of origins' },
  { path: '/api/badge', parameter: null, why: 'no CORS' },
  { path: '/api/fixed', parameter: null, why: 'one fixed origin' },
  { path: '/api/public/status', parameter: null, why: 'any origin, public, no credentials' },
  { path: '/api/public/days', parameter: null, why: 'echoes the origin, no credentials' },

  { path: '/archive/', parameter: null, why: 'offers every method, answers 405' },
  { path: '/kiosk', parameter: null, why: 'the same page to every method' },
  { path: '/sandbox/', parameter: null, why: 'says it has stored, and has not' },
  { path: '/tasks/garden', parameter: null, why: 'the override is not read' },
]

export const truth: Truth = {
  expected: [...redirects, ...lines, ...hosts, ...origins, ...methods],
  clean,
}
