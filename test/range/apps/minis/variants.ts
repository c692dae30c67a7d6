import { createHash } from 'node:crypto'
import { text } from '../../kit/html.ts'
import type { MiniPage, Patch, Variant } from './site.ts'

const variant = (why: string, patch: Patch, path = '/'): Variant => ({ why, patch, path })
const HASHES = ['widget three', 'widget four'].map(
  (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`,
)
const CDN = 'https://cdn.widgets.example'
const CREDENTIALS = '<input name="email" type="email"><input name="password" type="password">'

const page = (heading: string, path: string, body: string): MiniPage => ({
  path,
  heading,
  body,
  posted: 'Thank you.',
})

/** Unusual answers that are right, each with the rule that makes them so. */
export const VARIANTS = {
  upperCase: variant('names and values of headers know no case', {
    headers: { 'x-content-type-options': null, 'X-CONTENT-TYPE-OPTIONS': 'NoSniff' },
  }),
  ancestorsOnly: variant('frame-ancestors needs no X-Frame-Options', {
    headers: { 'x-frame-options': null },
    csp: { 'frame-ancestors': "'self'" },
  }),
  frameOptionsOnly: variant('X-Frame-Options needs no frame-ancestors', {
    headers: { 'x-frame-options': 'sameorigin' },
    csp: { 'frame-ancestors': null },
  }),
  overruled: variant('frame-ancestors overrules the void ALLOWALL', {
    headers: { 'x-frame-options': 'ALLOWALL' },
  }),
  twiceAlike: variant('sent twice, both times the same', {
    headers: {
      'x-content-type-options': ['nosniff', 'nosniff'],
      'x-frame-options': ['DENY', 'DENY'],
      'referrer-policy': ['no-referrer', 'no-referrer'],
    },
  }),
  sniffList: variant('the first value counts', {
    headers: { 'x-content-type-options': 'nosniff, unknown' },
  }),
  referrerFallback: variant('a list: older browsers stop at the first, newer take the last', {
    headers: { 'referrer-policy': 'no-referrer, strict-origin-when-cross-origin' },
  }),
  referrerFuture: variant('unknown words are passed over', {
    headers: { 'referrer-policy': 'strict-origin, policy-of-2030' },
  }),
  permissionsSome: variant('for itself and one other', {
    headers: {
      'permissions-policy':
        'geolocation=(self "https://maps.example"), camera=(), microphone=(), fullscreen=*',
    },
  }),
  openerReports: variant('a parameter beside the value', {
    headers: {
      'cross-origin-opener-policy': 'same-origin-allow-popups; report-to="openers"',
      'cross-origin-resource-policy': 'same-site',
    },
  }),
  twoPolicies: variant('two policies: both have to allow', {
    extraCsp: { header: 'content-security-policy', value: "script-src 'self' https:" },
  }),
  tryingOut: variant('a stricter policy is tried beside the enforced one', {
    extraCsp: {
      header: 'content-security-policy-report-only',
      value: "default-src 'none'; script-src 'unsafe-inline'; report-uri /reports",
    },
  }),
  nonce: variant('a nonce voids unsafe-inline and https:, which are for old browsers', {
    csp: { 'script-src': "'nonce-{nonce}' 'strict-dynamic' 'unsafe-inline' https:" },
    head: '<script nonce="{nonce}">window.first = true</script>',
  }),
  namesOnly: variant('products without versions', {
    headers: { server: 'nginx', 'x-powered-by': 'Express', 'x-request-id': '7.4.3-a1' },
    head: '<meta name="generator" content="WordPress">\n<meta name="version" content="2.4.41">',
  }),
  session: variant('a session with all that http allows', {
    cookies: ['PHPSESSID={random}; path=/; httponly; samesite=strict'],
  }),
  cookies: variant('readable by scripts, as it must be, and sent to this site alone', {
    cookies: [
      'csrftoken={random}; Path=/; SameSite=Lax',
      'lang=en; Path=/; Max-Age=31536000; SameSite=Lax',
      'theme=dark; Path=/; SAMESITE=STRICT',
    ],
  }),
  goodbye: variant('a session is taken away, not given', {
    cookies: ['PHPSESSID=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0'],
  }),
  hashedScripts: variant('scripts of others, each with its hash', {
    head: [
      `<script src="${CDN}/v3/widget.js" integrity="${HASHES[0]}" crossorigin="anonymous" defer></script>`,
      `<script src="//cdn.widgets.example/v4/widget.js" integrity="${HASHES.join(' ')}" crossorigin defer></script>`,
      `<!-- once: <script src="${CDN}/v1/widget.js"></script> -->`,
      '<script type="application/json" data-src="https://cdn.widgets.example/data.js">{}</script>',
    ].join('\n'),
    csp: { 'script-src': `'self' ${HASHES.map((hash) => `'${hash}'`).join(' ')}` },
  }),
  forms: variant(
    'a login by POST to itself, a search by GET, a list of others over https',
    {
      csp: { 'form-action': "'self' https://lists.partner.example" },
      pages: [
        page(
          'Log in',
          '/login',
          `<form action="/login" method="POST">${CREDENTIALS}<button>Log in</button></form>`,
        ),
        page(
          'Search',
          '/search',
          '<form action="/search"><input name="q" type="search"><button>Search</button></form>',
        ),
        page(
          'Letters',
          '/letters',
          `<form action="https://lists.partner.example/join" method="post"><input name="email" type="email"><button>Join</button></form>
<!-- <form action="http://lists.partner.example/join"><input type="password"></form> -->
<p>Write to http://lists.partner.example/join by hand if you like.</p>`,
        ),
      ],
    },
    '/login',
  ),
  signed: variant('signed, lower case, comments, Windows line ends', {
    securityTxt: (right) =>
      text(
        [
          '-----BEGIN PGP SIGNED MESSAGE-----',
          'Hash: SHA512',
          '',
          '# thank you for looking',
          right.trim().replace('Contact', 'contact').replace('Expires', 'EXPIRES'),
          '-----BEGIN PGP SIGNATURE-----',
          '',
          Buffer.from('a signature of nobody').toString('base64'),
          '-----END PGP SIGNATURE-----',
          '',
        ]
          .join('\n')
          .replaceAll('\n', '\r\n'),
      ),
  }),
} as const
