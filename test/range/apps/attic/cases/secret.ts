import { createHash, randomUUID } from 'node:crypto'
import { encode } from '../../../kit/html.ts'
import type { WebFile } from '../disk.ts'
import { page, type SitePage } from '../layout.ts'
import { pkcs8Pem } from '../made/keys.ts'
import { BASE62, pick } from '../made/random.ts'
import * as token from '../made/tokens.ts'

type Leak = Readonly<{ file: WebFile; cause: string; isOptional?: boolean }>

const script = (path: string, content: () => string): WebFile => ({
  path,
  type: 'text/javascript',
  content,
})
const data = (path: string, value: () => unknown): WebFile => ({
  path,
  type: 'application/json',
  content: () => JSON.stringify(value(), null, 2),
})

/** Files that every visitor gets, with credentials that were meant for the server. */
export const SECRET_FILES: readonly Leak[] = [
  {
    file: script(
      '/js/upload.js',
      () => `const storage = {
  region: 'eu-north-1',
  accessKeyId: '${token.awsKeyId()}',
  secretAccessKey: '${token.awsSecret()}',
}
window.upload = (file) => window.put(storage, file)
`,
    ),
    cause: 'access key of a cloud account, id and secret',
  },
  {
    file: script(
      '/js/issues.js',
      () =>
        `window.report=t=>fetch("https://git.attic.test/issues",{headers:{authorization:"token ${token.githubToken()}"},method:"POST",body:t});\n`,
    ),
    cause: 'GitHub token with a right checksum, minified script',
  },
  {
    file: data('/config/client.json', () => ({
      site: 'Loft & Lantern',
      alerts: { channel: '#web', token: token.slackToken() },
    })),
    cause: 'Slack bot token in JSON',
  },
  {
    file: data('/config/maps.json', () => ({
      center: [59.33, 18.06],
      geocoder: token.googleKey(),
    })),
    cause: 'Google API key of the geocoder in JSON',
  },
  {
    file: script(
      '/js/signing.js',
      () => `// signs the requests of the reading device
window.signingKey = ${JSON.stringify(pkcs8Pem())}
`,
    ),
    cause: 'private key as a string with escaped line ends; it parses',
  },
  {
    file: script(
      '/js/stock.js',
      () => `const service = '${token.jwt({ sub: 'stock-service', role: 'admin' })}'
window.stock = (id) => window.ask('/stock', service, id)
`,
    ),
    cause: 'signed token of a service, good for ten years',
  },
  {
    file: script(
      '/js/legacy.js',
      () => `/* old feed, until the new one is there:
 * https://feed:${token.password()}@feed.attic.test/furniture.xml
 */
window.feed = null
`,
    ),
    cause: 'address with user and password in a comment of a script',
  },
  {
    file: script(
      '/js/weather.js',
      () => `window.weather = { apiKey: '${pick(BASE62, 40)}', city: 'Umea' }\n`,
    ),
    cause: 'a key without a format, random enough',
    isOptional: true,
  },
]

const STRIPE = token.stripeSecret()
const INLINE = `window.till = { currency: 'sek', key: '${STRIPE}' }`
const INLINE_HASH = `'sha256-${createHash('sha256').update(INLINE).digest('base64')}'`
const DATABASE = `postgres://attic:${token.password()}@db.attic.test:5432/attic`

type LeakPage = Readonly<{ page: SitePage; cause: string }>

export const SECRET_PAGES: readonly LeakPage[] = [
  {
    page: {
      path: '/deposit.php',
      label: 'Reserve a piece',
      reply: () =>
        page('Reserve a piece', '<p>A tenth of the price keeps it for you.</p>', {
          foot: `<script>${INLINE}</script>`,
          headers: { 'x-inline-script': INLINE_HASH },
        }),
    },
    cause: 'secret key of the payment service in an inline script',
  },
  {
    page: {
      path: '/visit.php',
      label: 'Visit us',
      reply: () =>
        page('Visit us', '<p>Storgatan 7, third floor.</p>', {
          foot: `<!-- staging: ${DATABASE} -->`,
        }),
    },
    cause: 'connection string of the database in a comment of a page',
  },
]

const GIF = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(600, pick(BASE62, 90))])

type Twin = Readonly<{ file: WebFile; why: string }>

export const SECRET_TWINS: readonly Twin[] = [
  {
    file: script(
      '/js/sample.js',
      () => `// Fill in your own before you run this:
const accessKeyId = '${['AKIA', 'IOSFODNN7EXAMPLE'].join('')}'
const secretAccessKey = '${['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYEXAMPLEKEY'].join('/')}'
const apiKey = 'YOUR_API_KEY'
const password = 'xxxxxxxxxxxxxxxx'
const token = process.env.GITHUB_TOKEN || '<your token here>'
const database = 'postgres://user:password@localhost:5432/mydb'
const feed = 'https://user:pass@example.com/'
`,
    ),
    why: 'placeholders of manuals',
  },
  {
    file: script(
      '/js/public-keys.js',
      () => `window.pay = { key: '${token.stripePublishable()}' }
window.captcha = { siteKey: '6L${pick(BASE62, 38)}' }
window.errors = { dsn: 'https://${pick('0123456789abcdef', 32)}@errors.attic.test/12' }
`,
    ),
    why: 'keys that are meant for browsers',
  },
  {
    file: script(
      '/js/versions.js',
      () => `window.build = {
  commit: '${createHash('sha1').update('attic').digest('hex')}',
  hash: '${createHash('sha256').update('attic').digest('hex')}',
  id: '${randomUUID()}',
  token: 'keyboard navigation token',
  passwordHint: 'At least twelve characters',
}
`,
    ),
    why: 'hashes, commit and uuid',
  },
  {
    file: data('/config/images.json', () => ({
      placeholder: `data:image/gif;base64,${GIF.toString('base64')}`,
    })),
    why: 'an image in base64',
  },
  {
    file: script(
      '/js/dense.min.js',
      () =>
        `!function(e,t){"use strict";var n={aK9:1,zQ4xW7:2},sk_liveEdit=3,AKIA_LIKE="skip-link-target-anchor";${Array.from({ length: 90 }, (_, i) => `function f${i}(e){return n.aK9*e+${i * 7919}}`).join('')}t.key=function(e){return e.key||"Unidentified"};t.secret=function(e){return e?"shown":"hidden"}}(this,this);\n`,
    ),
    why: 'minified code with words that look like prefixes',
  },
]

/** A Firebase web key stands in every page that uses it; whether it is a secret is disputed. */
export const FIREBASE: WebFile = script(
  '/js/firebase-config.js',
  () => `window.firebaseConfig = {
  apiKey: '${token.googleKey()}',
  authDomain: 'attic-web.firebaseapp.com',
  projectId: 'attic-web',
  messagingSenderId: '412800031177',
  appId: '1:412800031177:web:5b1c8a77e9d04f31',
}
`,
)

/** How keys begin and end, without a key; and a key that anyone may have. */
export const keyGuide = (publicPem: string): SitePage => ({
  path: '/guides/keys.php',
  label: 'What a key looks like',
  reply: () =>
    page(
      'What a key looks like',
      `<p>Never send us a file that begins like this:</p>
<pre>-----BEGIN RSA PRIVATE KEY-----
...
-----END RSA PRIVATE KEY-----</pre>
<p>Ours, to write to us, begins like that:</p><pre>${encode(publicPem)}</pre>`,
    ),
})
