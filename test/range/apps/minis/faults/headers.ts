import type { Fault, Patch } from '../site.ts'

const fault =
  (check: string) =>
  (cause: string, patch: Patch, more: Pick<Fault, 'also' | 'isOptional'> = {}): Fault => ({
    check,
    cause,
    patch,
    ...more,
  })
const header = (name: string, value: string | readonly string[] | null): Patch => ({
  headers: { [name]: value },
})

const nosniff = fault('header.nosniff')
const sniffs = 'x-content-type-options'
/** Fetch takes the first value of all and knows one word. */
export const NOSNIFF = {
  missing: nosniff('not sent', header(sniffs, null)),
  misspelt: nosniff('no-sniff is not the word', header(sniffs, 'no-sniff')),
  second: nosniff('sent twice, the first says none', header(sniffs, ['none', 'nosniff'])),
  pagesOnly: nosniff('scripts and styles have none, where it matters', {
    fileHeaders: { [sniffs]: null },
  }),
} as const

const referrer = fault('header.referrer')
const refers = 'referrer-policy'
/** The last word that browsers know wins. */
export const REFERRER = {
  missing: referrer('not sent: browsers have a fair default', header(refers, null), {
    isOptional: true,
  }),
  unsafe: referrer('unsafe-url', header(refers, 'unsafe-url')),
  downgrade: referrer(
    'the whole address to every host that has https',
    header(refers, 'no-referrer-when-downgrade'),
  ),
  twice: referrer('sent twice, the last is unsafe', header(refers, ['no-referrer', 'unsafe-url'])),
  list: referrer('a list whose last is unsafe', header(refers, 'strict-origin, unsafe-url')),
  meta: referrer('the page overrides the header', {
    head: '<meta name="referrer" content="unsafe-url">',
  }),
} as const

const permissions = fault('header.permissions')
const permits = 'permissions-policy'
/** A structured dictionary (RFC 9651): the last of a key wins, one error voids it all. */
export const PERMISSIONS = {
  missing: permissions('not sent', header(permits, null)),
  everyone: permissions(
    'allows every frame everything',
    header(permits, 'camera=*, geolocation=*, microphone=*'),
  ),
  oldSyntax: permissions(
    'the syntax of Feature-Policy: void',
    header(permits, "camera 'none'; geolocation 'none'; microphone 'none'"),
  ),
  oldName: permissions('only Feature-Policy', {
    headers: { [permits]: null, 'feature-policy': "camera 'none'; microphone 'none'" },
  }),
  twice: permissions(
    'sent twice, the last allows everything',
    header(permits, ['camera=(), microphone=()', 'camera=*, geolocation=*, microphone=*']),
  ),
} as const

const crossOrigin = fault('header.cross_origin')
const opener = 'cross-origin-opener-policy'
const resource = 'cross-origin-resource-policy'
export const CROSS_ORIGIN = {
  missing: crossOrigin('none of them sent', { headers: { [opener]: null, [resource]: null } }),
  none: crossOrigin('unsafe-none and cross-origin', {
    headers: { [opener]: 'unsafe-none', [resource]: 'cross-origin' },
  }),
  misspelt: crossOrigin('words that browsers do not know', {
    headers: { [opener]: 'same_origin', [resource]: 'samesite' },
  }),
  reportOnly: crossOrigin('only reported', {
    headers: { [opener]: null, [resource]: null, [`${opener}-report-only`]: 'same-origin' },
  }),
} as const

const clickjacking = fault('clickjacking')
const frames = 'x-frame-options'
/** Without frame-ancestors the policy is judged by some as weak too. */
const also = { also: ['csp.policy'] } as const
const framed = (value: string | readonly string[] | null): Patch => ({
  headers: { [frames]: value },
  csp: { 'frame-ancestors': null },
})
export const CLICKJACKING = {
  missing: clickjacking('neither header nor directive', framed(null), also),
  allowAll: clickjacking('ALLOWALL is no value of the header', framed('ALLOWALL'), also),
  allowFrom: clickjacking(
    'ALLOW-FROM is ignored by every browser of today',
    framed('ALLOW-FROM https://partner.example/'),
    also,
  ),
  ancestorsWin: clickjacking(
    'frame-ancestors * switches DENY off (CSP 3, 6.4.2)',
    { csp: { 'frame-ancestors': '*' } },
    also,
  ),
  metaOnly: clickjacking(
    'in meta elements, where neither counts',
    {
      ...framed(null),
      head: '<meta http-equiv="X-Frame-Options" content="DENY">\n<meta http-equiv="Content-Security-Policy" content="frame-ancestors \'none\'">',
    },
    also,
  ),
  reportOnly: clickjacking(
    'the policy that forbids frames is only reported',
    {
      ...framed(null),
      extraCsp: {
        header: 'content-security-policy-report-only',
        value: "frame-ancestors 'none'; report-uri /reports",
      },
    },
    also,
  ),
  // HTML blocks the frame when values differ and one of them is known: strange, not open.
  conflicting: clickjacking('DENY and SAMEORIGIN at once', framed(['DENY', 'SAMEORIGIN']), {
    ...also,
    isOptional: true,
  }),
} as const

const csp = fault('csp.policy')
export const CSP = {
  missing: csp('not sent', { cspSent: 'not' }),
  reportOnly: csp('only reported', { cspSent: 'report-only' }),
  inline: csp('inline scripts are allowed', { csp: { 'script-src': "'self' 'unsafe-inline'" } }),
  everyHost: csp('every host and data: may give scripts', {
    csp: { 'script-src': "'self' https: http: data:" },
  }),
  imagesOnly: csp('a policy for pictures alone', {
    csp: {
      'default-src': null,
      'script-src': null,
      'style-src': null,
      'connect-src': null,
      'object-src': null,
      'base-uri': null,
    },
  }),
} as const

const banner = fault('info.server')
export const BANNER = {
  server: banner('Server', header('server', 'Apache/2.4.41 (Ubuntu)')),
  poweredBy: banner('X-Powered-By', header('x-powered-by', 'PHP/7.4.3')),
  aspNet: banner('X-AspNet-Version', {
    headers: { 'x-aspnet-version': '4.0.30319', 'x-powered-by': 'ASP.NET' },
  }),
  meta: banner('generator element of the page', {
    head: '<meta name="generator" content="WordPress 5.8.1">',
  }),
  generator: banner('X-Generator', header('x-generator', 'Drupal 9.5.3 (https://www.drupal.org)')),
} as const
