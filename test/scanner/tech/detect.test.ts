import { describe, expect, it } from 'vitest'
import { detectTech, mergeTech } from '../../../src/scanner/tech/detect.ts'
import { techStack } from '../../../src/scanner/tech/implied.ts'
import { TECHNOLOGIES } from '../../../src/scanner/tech/table.ts'
import { answer } from '../crawl/answer.ts'
import { FRAMEWORK_SAMPLES } from './samples/frameworks.ts'
import { LIBRARY_SAMPLES } from './samples/libraries.ts'
import { PRODUCT_SAMPLES } from './samples/products.ts'
import { SERVER_SAMPLES } from './samples/servers.ts'
import { SERVICE_SAMPLES } from './samples/services.ts'
import { SITE_SAMPLES } from './samples/sites.ts'

const SAMPLES = [
  ...SERVER_SAMPLES,
  ...FRAMEWORK_SAMPLES,
  ...SITE_SAMPLES,
  ...PRODUCT_SAMPLES,
  ...LIBRARY_SAMPLES,
  ...SERVICE_SAMPLES,
]

type Headers = [name: string, value: string][]
const ofHeaders = (...headers: Headers): string[] => detectTech(answer('', { headers }))
const cookie = (name: string): Headers[number] => ['set-cookie', `${name}=abc; Path=/`]
const generator = (content: string): string => `<meta name="Generator" content="${content}">`
const script = (src: string): string => `<script src="${src}"></script>`

/** A header, what it shows, and a twin that shows nothing. */
const HEADERS: readonly (readonly [
  sign: Headers[number],
  shown: string[],
  twin: Headers[number],
])[] = [
  [['server', 'nginx/1.25.3'], ['nginx 1.25.3'], ['server', 'my-nginx-like']],
  [['server', 'nginx'], ['nginx'], ['x-server', 'nginx']],
  [['server', 'openresty/1.21.4.1'], ['OpenResty 1.21.4.1'], ['server', 'resty']],
  [
    ['server', 'Apache/2.4.57 (Debian) OpenSSL/1.1.1k PHP/8.2.1'],
    ['Apache 2.4.57', 'OpenSSL 1.1.1k', 'PHP 8.2.1'],
    ['server', 'Apaches'],
  ],
  [['server', 'Apache-Coyote/1.1'], ['Apache Tomcat'], ['server', 'Coyote']],
  [['server', 'Microsoft-IIS/10.0'], ['IIS 10.0'], ['server', 'IIS']],
  [['server', 'LiteSpeed'], ['LiteSpeed'], ['server', 'SuperLiteSpeed']],
  [['server', 'lighttpd/1.4.59'], ['lighttpd 1.4.59'], ['server', 'light']],
  [['server', 'Caddy'], ['Caddy'], ['via', 'caddyshack']],
  [['server', 'Jetty(9.4.43.v2021)'], ['Jetty 9.4.43'], ['server', 'Jet']],
  [['server', 'gunicorn/20.1.0'], ['Gunicorn 20.1.0'], ['server', 'unicorn']],
  [['server', 'uvicorn'], ['Uvicorn'], ['server', 'unicorn']],
  [
    ['server', 'Werkzeug/2.2.2 Python/3.11.2'],
    ['Python 3.11.2', 'Werkzeug 2.2.2'],
    ['server', 'Pythonic'],
  ],
  [['server', 'Kestrel'], ['Kestrel'], ['server', 'Bird']],
  [['server', 'Cowboy'], ['Cowboy'], ['server', 'Cow']],
  [['server', 'envoy'], ['Envoy'], ['server', 'convoy']],
  [
    ['x-powered-by', 'Phusion Passenger(R) 6.0.4'],
    ['Phusion Passenger 6.0.4'],
    ['x-powered-by', 'Passenger'],
  ],
  [
    ['server', 'nginx/1.18.0 + Phusion Passenger(R) 6.0.4'],
    ['Phusion Passenger 6.0.4', 'nginx 1.18.0'],
    ['server', 'Phusion'],
  ],
  [['x-varnish', '123 456'], ['Varnish'], ['x-varnish', 'no']],
  [['via', '1.1 varnish'], ['Varnish'], ['via', '1.1 proxy']],
  [['server', 'cloudflare'], ['Cloudflare'], ['cf-ray', '1']],
  [['x-amz-cf-id', 'abc'], ['Amazon CloudFront'], ['x-amz-id', 'abc']],
  [['server', 'AmazonS3'], ['Amazon S3'], ['server', 'Amazon']],
  [['server', 'AkamaiGHost'], ['Akamai'], ['server', 'GHost']],
  [['x-served-by', 'cache-fra1234-FRA'], ['Fastly'], ['x-served-by', 'web1']],
  [['server', 'Vercel'], ['Vercel'], ['server', 'V']],
  [['server', 'Netlify'], ['Netlify'], ['server', 'N']],
  [['server', 'GitHub.com'], ['GitHub Pages'], ['server', 'GitHub.com.test']],
  [['server', 'Squarespace'], ['Squarespace'], ['server', 'Square']],
  [['x-powered-by', 'PHP/7.4.3'], ['PHP 7.4.3'], ['x-powered-by', 'PHPish']],
  [['x-powered-by', 'ASP.NET'], ['ASP.NET'], ['x-powered-by', 'ASP']],
  [['x-aspnet-version', '4.0.30319'], ['ASP.NET 4.0.30319'], ['x-aspnet-version', 'none']],
  [['x-aspnetmvc-version', '5.2'], ['ASP.NET MVC 5.2'], ['x-aspnetmvc-version', '-']],
  [['x-powered-by', 'Express'], ['Express'], ['x-powered-by', 'Expresso']],
  [['x-powered-by', 'Next.js'], ['Next.js'], ['x-powered-by', 'Nextxjs']],
  [['x-powered-by', 'Strapi <strapi.io>'], ['Strapi'], ['x-powered-by', 'Strap']],
  [['x-powered-by', 'PleskLin'], ['Plesk'], ['x-powered-by', 'Lin']],
  [['x-debug-token', '1a2b'], ['Symfony'], ['x-debug', '1a2b']],
  [['x-generator', 'Drupal 10 (https://www.drupal.org)'], ['Drupal 10'], ['x-generator', 'Other']],
  [['x-shopid', '12345'], ['Shopify'], ['x-shopid', '-']],
  [cookie('PHPSESSID'), ['PHP'], cookie('MYPHPSESSID')],
  [cookie('ASP.NET_SessionId'), ['ASP.NET'], cookie('ASPxNET_SessionId')],
  [cookie('.AspNetCore.Antiforgery.x'), ['ASP.NET Core'], cookie('AspNetCore')],
  [cookie('JSESSIONID'), ['Java'], cookie('jsession')],
  [cookie('csrftoken'), ['Django'], cookie('csrftoken2')],
  [cookie('laravel_session'), ['Laravel'], cookie('session')],
  [cookie('ci_session'), ['CodeIgniter'], cookie('my_ci_session')],
  [cookie('CAKEPHP'), ['CakePHP'], cookie('CAKE')],
  [cookie('YII_CSRF_TOKEN'), ['Yii'], cookie('CSRF_TOKEN')],
  [cookie('MoodleSession'), ['Moodle'], cookie('Moodle')],
]

/** Markup, what it shows, and a twin that shows nothing. */
const MARKUP: readonly (readonly [sign: string, shown: string[], twin: string])[] = [
  [generator('WordPress 6.4.2'), ['WordPress 6.4.2'], '<p>WordPress 6.4.2</p>'],
  [script('/wp-content/themes/x/a.js'), ['WordPress'], '<p>/wp-content/x</p>'],
  [generator('WooCommerce 8.2.1'), ['WooCommerce 8.2.1'], generator('My WooCommerce')],
  [script('/x/plugins/woocommerce/a.js'), ['WooCommerce'], script('/plugins/commerce/a.js')],
  [generator('Drupal 10 (https://www.drupal.org)'), ['Drupal 10'], generator('Not Drupal')],
  [generator('Joomla! - Open Source'), ['Joomla'], generator('Joom')],
  [generator('TYPO3 CMS'), ['TYPO3'], generator('TYPO')],
  [generator('Wix.com Website Builder'), ['Wix'], generator('Wix')],
  [generator('Webflow'), ['Webflow'], generator('flow')],
  [generator('Ghost 5.70'), ['Ghost 5.70'], generator('A Ghost')],
  [generator('Hugo 0.120.4'), ['Hugo 0.120.4'], generator('Victor Hugo')],
  [generator('Jekyll v4.3.2'), ['Jekyll 4.3.2'], generator('Dr Jekyll')],
  [generator('MediaWiki 1.41.0'), ['MediaWiki 1.41.0'], generator('Wiki')],
  [generator('Discourse 3.1.0'), ['Discourse 3.1.0'], generator('A Discourse')],
  [generator('PrestaShop'), ['PrestaShop'], generator('Shop')],
  [generator('Gatsby 5.12.9'), ['Gatsby 5.12.9'], generator('The Gatsby')],
  [generator('Astro v4.0.1'), ['Astro 4.0.1'], generator('Castro')],
  ['<script type="text/x-magento-init">{}</script>', ['Magento'], '<p>x-magento-init</p>'],
  [script('//cdn.shopify.com/s/x.js'), ['Shopify'], script('//cdn.shopify.com.evil.example/x.js')],
  [script('/_next/static/chunks/a.js'), ['Next.js'], script('/next/static/a.js')],
  [
    '<script id="__NEXT_DATA__" type="application/json">{}</script>',
    ['Next.js'],
    '<p id="__NEXT_DATA">',
  ],
  [script('/_nuxt/entry.js'), ['Nuxt'], script('/nuxt/entry.js')],
  ['<script>window.__NUXT__={}</script>', ['Nuxt'], '<script>window.NUXT={}</script>'],
  ['<script>__sveltekit_abc = {}</script>', ['SvelteKit'], '<p>sveltekit</p>'],
  ['<h1>Whitelabel Error Page</h1>', ['Spring Boot'], '<h1>Error Page</h1>'],
  [
    '<meta name="csrf-param" content="authenticity_token" />',
    ['Ruby on Rails'],
    '<meta name="csrf-param" content="other">',
  ],
  ['<input type="hidden" name="csrfmiddlewaretoken" value="x">', ['Django'], '<input name="csrf">'],
  ['<app-root ng-version="17.0.4"></app-root>', ['Angular 17.0.4'], '<p data-version="17.0.4">'],
  [script('/js/jquery-3.6.0.min.js'), ['jQuery 3.6.0'], script('/js/jquery.validate.min.js')],
  [script('https://cdn.test/jquery/3.7.1/jquery.min.js'), ['jQuery 3.7.1'], script('/query.js')],
  [script('/jquery.js'), ['jQuery'], script('/notjquery.js')],
  [script('/jquery-ui-1.13.2.min.js'), ['jQuery UI 1.13.2'], script('/jquery-uikit.js')],
  [
    script('https://cdn.test/bootstrap@5.3.2/dist/js/bootstrap.bundle.min.js'),
    ['Bootstrap 5.3.2'],
    script('/bootstrapper.js'),
  ],
  [
    script('/react-dom@18.2.0/umd/react-dom.production.min.js'),
    ['React 18.2.0'],
    script('/reaction.js'),
  ],
  [script('/vue@3.3.4/dist/vue.global.js'), ['Vue.js 3.3.4'], script('/vuelto.js')],
  [script('/angularjs/1.8.2/angular.min.js'), ['AngularJS 1.8.2'], script('/rectangular.js')],
  [script('/ember-3.28.min.js'), ['Ember.js 3.28'], script('/december.js')],
  [script('/lodash@4.17.21/lodash.min.js'), ['Lodash 4.17.21'], script('/lodashing.js')],
  [script('/moment.js/2.29.4/moment.min.js'), ['Moment.js 2.29.4'], script('/momentum.js')],
  [script('/htmx.org@1.9.6/dist/htmx.min.js'), ['htmx 1.9.6'], script('/xhtml.js')],
  [script('/alpinejs@3.13.0'), ['Alpine.js 3.13.0'], script('/alpine-hut.js')],
  [
    script('https://www.googletagmanager.com/gtm.js?id=GTM-X'),
    ['Google Tag Manager'],
    script('/gtm.js'),
  ],
  [
    script('https://www.google-analytics.com/analytics.js'),
    ['Google Analytics'],
    script('/analytics.js'),
  ],
  [script('https://www.google.com/recaptcha/api.js'), ['reCAPTCHA'], script('/captcha/api.js')],
  [script('https://js.stripe.com/v3/'), ['Stripe'], script('/stripe.js')],
  [script('/matomo.js'), ['Matomo'], script('/tomato.js')],
]

describe('detectTech', () => {
  it.each(HEADERS)('%j shows %j, %j does not', (sign, shown, twin) => {
    expect(ofHeaders(sign)).toEqual(shown)
    expect(ofHeaders(twin)).toEqual([])
  })
  it.each(MARKUP)('%s shows %j, %s does not', (sign, shown, twin) => {
    expect(detectTech(answer(sign))).toEqual(shown)
    expect(detectTech(answer(twin))).toEqual([])
  })
  it('reads markup of HTML only', () => {
    expect(detectTech(answer(generator('Hugo 0.1'), { type: 'text/plain' }))).toEqual([])
  })
  it('is sorted, and names a technology once, with its version', () => {
    const headers: Headers = [
      ['server', 'nginx/1.25.3'],
      ['x-powered-by', 'PHP/8.1.2'],
      cookie('PHPSESSID'),
      cookie('PHPSESSID'),
    ]
    expect(detectTech(answer(script('/jquery-3.6.0.js'), { headers }))).toEqual([
      'PHP 8.1.2',
      'jQuery 3.6.0',
      'nginx 1.25.3',
    ])
  })
  it.each(SAMPLES)('of its sample shows %s, of the twin nothing', (shown, sign, twin) => {
    expect(detectTech(sign)).toEqual([shown])
    expect(detectTech(twin)).toEqual([])
  })
  it('rules a body out only by a part of the pattern itself', () => {
    const signs = TECHNOLOGIES.flatMap(({ html = [] }) => html)
    const literal = (pattern: RegExp) => pattern.source.replaceAll(/\\(?=[^\w\s])/g, '')
    expect(signs.filter(([part, pattern]) => !literal(pattern).includes(part))).toEqual([])
    expect(signs).not.toHaveLength(0)
  })
  it('has a case for every technology it knows', () => {
    const tables = [...HEADERS, ...MARKUP].flatMap(([, shown]) => shown)
    const tested = [...tables, ...SAMPLES.map(([shown]) => shown)]
    const known = TECHNOLOGIES.map(({ name }) => name)
    const missing = known.filter(
      (name) => !tested.some((text) => text === name || text.startsWith(`${name} `)),
    )
    expect(missing).toEqual([])
    expect(new Set(known).size).toBe(known.length)
    expect(known.length).toBeGreaterThanOrEqual(120)
  })
})

describe('the table', () => {
  it('has a sign of every technology, and implies what it knows', () => {
    const signs = TECHNOLOGIES.map(({ name, implies: _, ...rest }) => [name, Object.keys(rest)])
    expect(signs.filter(([, kinds]) => kinds?.length === 0)).toEqual([])
    const known = new Set(TECHNOLOGIES.map(({ name }) => name))
    const implied = TECHNOLOGIES.flatMap(({ implies = [] }) => implies)
    expect(implied.filter((name) => !known.has(name))).toEqual([])
  })
  it('implies in no circle', () => {
    const byName = new Map(TECHNOLOGIES.map((each) => [each.name, each.implies ?? []]))
    const isCircular = (name: string, above: readonly string[]): boolean =>
      above.includes(name) ||
      (byName.get(name) ?? []).some((next) => isCircular(next, [...above, name]))
    expect([...byName.keys()].filter((name) => isCircular(name, []))).toEqual([])
  })
  it('has patterns that end on any text', () => {
    const texts = ['a', '/', '.js', '-1.', ' ', '0', '/jquery', '<script '].map((text) =>
      text.repeat(20_000 / text.length),
    )
    const began = performance.now()
    for (const text of texts) {
      for (const { headers, meta, files, attributes, html, paths } of TECHNOLOGIES) {
        const patterns = [headers, meta, attributes, paths].flatMap((each) =>
          Object.values(each ?? {}),
        )
        for (const pattern of [...patterns, ...(files ?? []), ...(html ?? []).map(([, p]) => p)]) {
          pattern.test(text)
        }
      }
    }
    // Some milliseconds are usual; a pattern that backtracks would take minutes.
    expect(performance.now() - began).toBeLessThan(10_000)
  })
  it('needs only literals of names where a name says it all', () => {
    const keys = TECHNOLOGIES.flatMap(({ headers, meta, attributes }) =>
      [headers, meta, attributes].flatMap((each) => Object.keys(each ?? {})),
    )
    expect(keys.filter((key) => key !== key.toLowerCase())).toEqual([])
  })
})

describe('techStack', () => {
  it('adds what is implied, however far, and keeps versions', () => {
    expect(techStack([['WooCommerce 8.2.1'], ['PHP 8.1.2']])).toEqual([
      'PHP 8.1.2',
      'WooCommerce 8.2.1',
      'WordPress',
    ])
    expect(techStack([['Plone'], ['Nuxt']])).toEqual(['Nuxt', 'Plone', 'Python', 'Vue.js', 'Zope'])
    expect(techStack([['Livewire']])).toEqual(['Laravel', 'Livewire', 'PHP'])
    expect(techStack([[], ['nginx 1.25.3', 'nginx'], ['Something else 1.0']])).toEqual([
      'Something else 1.0',
      'nginx 1.25.3',
    ])
  })
})

describe('mergeTech', () => {
  it('drops a bare name where another answer shows the version', () => {
    expect(mergeTech([['nginx', 'PHP'], ['nginx 1.25.3'], ['PHP'], []])).toEqual([
      'PHP',
      'nginx 1.25.3',
    ])
  })
  it('keeps two versions, and names that end in a word', () => {
    expect(
      mergeTech([
        ['jQuery 1.2', 'jQuery 3.4'],
        ['ASP.NET', 'ASP.NET MVC 5.2'],
      ]),
    ).toEqual(['ASP.NET', 'ASP.NET MVC 5.2', 'jQuery 1.2', 'jQuery 3.4'])
  })
})
