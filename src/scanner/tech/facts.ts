/** Where a sign is looked for. Cookies by name, scripts by `src`, html in the body of a page. */
export type Place = `header:${string}` | 'cookie' | 'generator' | 'script' | 'html'

/**
 * One sign of one technology. The pattern's first group, where it took part, is the version.
 * Patterns are linear on any text: literals first, no nested repetition. Those of html say a part
 * of every match, one that starts with a rare letter: a long text without it is told in no time.
 */
export type Fact = readonly [technology: string, place: Place, pattern: RegExp, part?: string]

const SERVERS: readonly Fact[] = [
  ['nginx', 'header:server', /^nginx(?:\/([\d.]+))?/i],
  ['OpenResty', 'header:server', /^openresty(?:\/([\d.]+))?/i],
  ['Apache', 'header:server', /^Apache(?:\/([\d.]+)|$| )/i],
  ['Apache Tomcat', 'header:server', /^Apache-Coyote/i],
  ['IIS', 'header:server', /^Microsoft-IIS(?:\/([\d.]+))?/i],
  ['LiteSpeed', 'header:server', /^LiteSpeed/i],
  ['lighttpd', 'header:server', /^lighttpd(?:\/([\d.]+))?/i],
  ['Caddy', 'header:server', /^Caddy/i],
  ['Jetty', 'header:server', /^Jetty(?:\(([\d.]+))?/i],
  ['Gunicorn', 'header:server', /^gunicorn(?:\/([\d.]+))?/i],
  ['Uvicorn', 'header:server', /^uvicorn/i],
  ['Werkzeug', 'header:server', /^Werkzeug(?:\/([\d.]+))?/i],
  ['Python', 'header:server', /\bPython\/([\d.]+)/i],
  ['OpenSSL', 'header:server', /\bOpenSSL\/([\d.]+[a-z]?)/i],
  ['PHP', 'header:server', /\bPHP\/([\d.]+)/i],
  ['Kestrel', 'header:server', /^Kestrel/i],
  ['Cowboy', 'header:server', /^Cowboy/i],
  ['Envoy', 'header:server', /^envoy/i],
  ['Phusion Passenger', 'header:server', /\bPhusion Passenger(?:\(R\))?(?: ([\d.]+))?/i],
  ['Varnish', 'header:x-varnish', /^\d/],
  ['Varnish', 'header:via', /\bvarnish\b/i],
  ['Cloudflare', 'header:server', /^cloudflare/i],
  ['Amazon CloudFront', 'header:x-amz-cf-id', /./],
  ['Amazon S3', 'header:server', /^AmazonS3/i],
  ['Akamai', 'header:server', /^AkamaiGHost/i],
  ['Fastly', 'header:x-served-by', /^cache-[a-z]+/i],
  ['Vercel', 'header:server', /^Vercel/i],
  ['Netlify', 'header:server', /^Netlify/i],
  ['GitHub Pages', 'header:server', /^GitHub\.com$/i],
]

const FRAMEWORKS: readonly Fact[] = [
  ['PHP', 'header:x-powered-by', /\bPHP(?:\/([\d.]+)|$)/i],
  ['PHP', 'cookie', /^PHPSESSID$/],
  ['ASP.NET', 'header:x-aspnet-version', /^([\d.]+)/],
  ['ASP.NET', 'header:x-powered-by', /^ASP\.NET/i],
  ['ASP.NET', 'cookie', /^ASP\.NET_SessionId$/i],
  ['ASP.NET MVC', 'header:x-aspnetmvc-version', /^([\d.]+)/],
  ['ASP.NET Core', 'cookie', /^\.AspNetCore\./],
  ['Express', 'header:x-powered-by', /^Express$/i],
  ['Next.js', 'header:x-powered-by', /^Next\.js(?: ([\d.]+))?/i],
  ['Next.js', 'script', /\/_next\/static\//],
  ['Next.js', 'html', /<script id="__NEXT_DATA__"/, '__NEXT_DATA__'],
  ['Nuxt', 'script', /\/_nuxt\//],
  ['Nuxt', 'html', /window\.__NUXT__/, '__NUXT__'],
  ['SvelteKit', 'html', /\b__sveltekit_/, '__sveltekit_'],
  ['Gatsby', 'generator', /^Gatsby(?: ([\d.]+))?/i],
  ['Astro', 'generator', /^Astro(?: v([\d.]+))?/i],
  ['Java', 'cookie', /^JSESSIONID$/],
  ['Spring Boot', 'html', /<h1>Whitelabel Error Page<\/h1>/, 'Whitelabel'],
  ['Ruby on Rails', 'html', /<meta name="csrf-param" content="authenticity_token"/, '_token'],
  ['Phusion Passenger', 'header:x-powered-by', /\bPhusion Passenger(?:\(R\))?(?: ([\d.]+))?/i],
  ['Django', 'cookie', /^csrftoken$/],
  ['Django', 'html', /\bname=["']csrfmiddlewaretoken["']/, 'waretoken'],
  ['Laravel', 'cookie', /^laravel_session$/],
  ['Symfony', 'header:x-debug-token', /./],
  ['CodeIgniter', 'cookie', /^ci_session$/],
  ['CakePHP', 'cookie', /^CAKEPHP$/],
  ['Yii', 'cookie', /^YII_CSRF_TOKEN$/],
  ['Strapi', 'header:x-powered-by', /^Strapi/i],
  ['Plesk', 'header:x-powered-by', /^Plesk/i],
]

const SITES: readonly Fact[] = [
  ['WordPress', 'generator', /^WordPress(?: ([\d.]+))?/i],
  ['WordPress', 'script', /\/wp-(?:content|includes)\//],
  ['WooCommerce', 'generator', /^WooCommerce(?: ([\d.]+))?/i],
  ['WooCommerce', 'script', /\/plugins\/woocommerce\//],
  ['Drupal', 'generator', /^Drupal(?: ([\d.]+))?/i],
  ['Drupal', 'header:x-generator', /^Drupal(?: ([\d.]+))?/i],
  ['Joomla', 'generator', /^Joomla!/i],
  ['TYPO3', 'generator', /^TYPO3 CMS/i],
  ['Magento', 'html', /<script type="text\/x-magento-init"/, 'x-magento-init'],
  ['Shopify', 'header:x-shopid', /^\d/],
  ['Shopify', 'script', /\/\/cdn\.shopify\.com\//],
  ['Wix', 'generator', /^Wix\.com/i],
  ['Squarespace', 'header:server', /^Squarespace/i],
  ['Webflow', 'generator', /^Webflow/i],
  ['Ghost', 'generator', /^Ghost(?: ([\d.]+))?/i],
  ['Hugo', 'generator', /^Hugo(?: ([\d.]+))?/i],
  ['Jekyll', 'generator', /^Jekyll(?: v([\d.]+))?/i],
  ['MediaWiki', 'generator', /^MediaWiki(?: ([\d.]+))?/i],
  ['Discourse', 'generator', /^Discourse(?: ([\d.]+))?/i],
  ['PrestaShop', 'generator', /^PrestaShop/i],
  ['Moodle', 'cookie', /^MoodleSession/],
]

const SCRIPTS: readonly Fact[] = [
  ['jQuery', 'script', /\/jquery[-.@/]?v?(\d[\d.]*\d)?(?:\/jquery)?(?:\.slim)?(?:\.min)?\.js/i],
  ['jQuery UI', 'script', /\/jquery-ui[-.@/]?(\d[\d.]*\d)?(?:\/jquery-ui)?(?:\.min)?\.js/i],
  [
    'Bootstrap',
    'script',
    /\/bootstrap[-.@/]?(\d[\d.]*\d)?(?:\/[\w/.]{0,40})?(?:\.bundle)?(?:\.min)?\.js/i,
  ],
  ['React', 'script', /\/react-dom(?:[-.@/](\d[\d.]*\d))?[/.]/i],
  [
    'Vue.js',
    'script',
    /\/vue[-.@/]?(\d[\d.]*\d)?(?:\/[\w/.]{0,40})?(?:\.global)?(?:\.prod)?(?:\.min)?\.js/i,
  ],
  ['Angular', 'html', /\bng-version="([\d.]+)"/, '-version'],
  ['AngularJS', 'script', /\/angular(?:js)?[-.@/]?(\d[\d.]*\d)?(?:\/angular)?(?:\.min)?\.js/i],
  ['Ember.js', 'script', /\/ember[-.@/]?(\d[\d.]*\d)?(?:\.prod|\.min)?\.js/i],
  ['Lodash', 'script', /\/lodash[-.@/](?:js\/)?(\d[\d.]*\d)?(?:\/lodash)?(?:\.min)?\.?js/i],
  ['Moment.js', 'script', /\/moment(?:\.js)?[-.@/]?(\d[\d.]*\d)?(?:\/moment)?(?:\.min)?\.js/i],
  ['htmx', 'script', /\/htmx(?:\.org)?[-.@/]?(\d[\d.]*\d)?[\w/.]{0,40}\.js/i],
  ['Alpine.js', 'script', /\/alpinejs[-.@/]?(\d[\d.]*\d)?/i],
  ['Google Tag Manager', 'script', /\/\/www\.googletagmanager\.com\/gtm\.js/],
  ['Google Analytics', 'script', /\/\/www\.google-analytics\.com\/|\/gtag\/js\?id=G-/],
  ['reCAPTCHA', 'script', /\/recaptcha\/(?:api|enterprise)\.js/],
  ['Stripe', 'script', /\/\/js\.stripe\.com\//],
  ['Matomo', 'script', /\/(?:matomo|piwik)\.js/],
]

/** Signs of well-known technologies, collected by hand from their own documentation and answers. */
export const FACTS: readonly Fact[] = [...SERVERS, ...FRAMEWORKS, ...SITES, ...SCRIPTS]
