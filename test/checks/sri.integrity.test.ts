import check from '../../src/scanner/checks/passive/sri.integrity.ts'
import { testCheck } from '../support/check-tester.ts'
import { html } from '../support/site.ts'

const page = (body: string, url = 'https://www.shop.example/') => ({ url, site: html(body) })
const script = (src: string, rest = '') => `<script src="${src}" ${rest}></script>`
const CDN = 'https://cdn.other.example/lib.js'
const integrity = (value: string) => page(script(CDN, `integrity="${value}" crossorigin`))
const HASH = {
  sha256: `sha256-${'A'.repeat(43)}=`,
  sha384: `sha384-${'oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K'.repeat(2)}`,
  sha512: `sha512-${'b'.repeat(86)}==`,
}

/** Written out: a case that is made from the table would vanish with its row. */
const HIJACKED =
  'polyfill.io polyfill.com polyfill.top polyfill.site polyfillcache.com bootcss.com bootcdn.net staticfile.org staticfile.net unionadjs.com newcrbpc.com macoms.la xhsbpza.com'.split(
    ' ',
  )
const CHANGING =
  'www.googletagmanager.com www.google-analytics.com www.google.com www.gstatic.com www.recaptcha.net maps.googleapis.com fonts.googleapis.com accounts.google.com apis.google.com pagead2.googlesyndication.com js.stripe.com www.paypal.com www.paypalobjects.com pay.google.com applepay.cdn-apple.com js.hcaptcha.com hcaptcha.com challenges.cloudflare.com static.cloudflareinsights.com connect.facebook.net platform.twitter.com snap.licdn.com static.hotjar.com js.hs-scripts.com widget.intercom.io cdn.segment.com plausible.io bat.bing.com use.typekit.net p.typekit.net www.youtube.com player.vimeo.com'.split(
    ' ',
  )

testCheck(check, {
  clean: {
    'its own script': page(script('/app.js') + script('app2.js')),
    'a script of the page': page('<script>go()</script>'),
    'a subdomain of the same company': page(script('https://static.shop.example/app.js')),
    'with a hash': integrity(HASH.sha384),
    'with a short hash': integrity(HASH.sha256),
    'with a long hash and options': integrity(`${HASH.sha512}?ct=a`),
    'one of several hashes is good': integrity(`md5-abc ${HASH.sha384}`),
    'in capitals': integrity(HASH.sha384.replace('sha', 'SHA')),
    'an address that is none': page(script('https://[a.example/a.js')),
    'data is no host': page(script('data:text/javascript,//a')),
    'no style, no script': page(
      '<link rel=preconnect href="https://cdn.other.example/"><img src="https://a.example/b">',
    ),
    'an extension has no host': page(script('chrome-extension://abcdef/a.js')),
    'scripts that change by design': page(
      CHANGING.map((host) => script(`https://${host}/a.js`)).join(''),
    ),
  },
  found: {
    'a script without': {
      ...page(script(CDN)),
      match: CDN,
      note: /script from cdn\.other\.example/,
      discriminators: ['cdn.other.example:missing'],
    },
    'a style without': {
      ...page('<link rel="stylesheet" href="//cdn.other.example/a.css">'),
      note: /style from/,
      discriminators: ['cdn.other.example:missing'],
    },
    'an element that is no link': {
      ...page(`<a rel=stylesheet href="https://a.example/a.css">a</a>${script(CDN)}`),
      discriminators: ['cdn.other.example:missing'],
    },
    'relative to a base elsewhere': {
      ...page(`<base href="https://cdn.other.example/">${script('lib.js')}`),
      discriminators: ['cdn.other.example:missing'],
    },
    'an empty integrity': { ...integrity(' '), discriminators: ['cdn.other.example:missing'] },
    'a hash that is too short': {
      ...integrity(HASH.sha384.slice(0, -4)),
      note: /no valid hash/,
      discriminators: ['cdn.other.example:invalid'],
    },
    'a hash that browsers do not take': {
      ...integrity('sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='),
      discriminators: ['cdn.other.example:invalid'],
    },
    'one row per host': {
      ...page(script(CDN) + script(CDN) + script('https://b.example/a.js')),
      discriminators: ['cdn.other.example:missing', 'b.example:missing'],
    },
    'customers of one host are different sites': {
      ...page(script('https://mallory.github.io/a.js'), 'https://alice.github.io/'),
      discriminators: ['mallory.github.io:missing'],
    },
    'an address is a site of its own': {
      ...page(script('http://192.0.2.8/a.js'), 'http://192.0.2.7/'),
      discriminators: ['192.0.2.8:missing'],
    },
    'hosts that were taken over': {
      ...page(HIJACKED.map((host) => script(`https://cdn.${host}/a.js`)).join('')),
      note: /altered scripts/,
      discriminators: HIJACKED.map((host) => `cdn.${host}:hijacked`),
    },
    'a hash does not make such a host good': {
      ...page(script('https://polyfill.io/v3.js', `integrity="${HASH.sha384}"`)),
      discriminators: ['polyfill.io:hijacked'],
    },
  },
  skipped: {
    'a script': { site: { headers: { 'content-type': 'text/javascript' }, body: script(CDN) } },
    'a page that is missing': { site: html(script(CDN), { status: 404 }) },
  },
})
