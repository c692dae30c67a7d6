/**
 * Hosts that served altered scripts after they changed hands; subdomains count too. Sources: the
 * reports on the polyfill.io supply-chain attack of June 2024 and the domains of the same operator.
 */
export const HIJACKED_HOSTS: readonly string[] = [
  'polyfill.io',
  'polyfill.com',
  'polyfill.top',
  'polyfill.site',
  'polyfillcache.com',
  'bootcss.com',
  'bootcdn.net',
  'staticfile.org',
  'staticfile.net',
  'unionadjs.com',
  'newcrbpc.com',
  'macoms.la',
  'xhsbpza.com',
]

/**
 * Hosts whose scripts change whenever their owner wants it, by design: a fixed hash would break the
 * page, and their documentation says to load them without one.
 */
export const CHANGING_HOSTS: readonly string[] = [
  'www.googletagmanager.com',
  'www.google-analytics.com',
  'www.google.com',
  'www.gstatic.com',
  'www.recaptcha.net',
  'maps.googleapis.com',
  'fonts.googleapis.com',
  'accounts.google.com',
  'apis.google.com',
  'pagead2.googlesyndication.com',
  'js.stripe.com',
  'www.paypal.com',
  'www.paypalobjects.com',
  'pay.google.com',
  'applepay.cdn-apple.com',
  'js.hcaptcha.com',
  'hcaptcha.com',
  'challenges.cloudflare.com',
  'static.cloudflareinsights.com',
  'connect.facebook.net',
  'platform.twitter.com',
  'snap.licdn.com',
  'static.hotjar.com',
  'js.hs-scripts.com',
  'widget.intercom.io',
  'cdn.segment.com',
  'plausible.io',
  'bat.bing.com',
  'use.typekit.net',
  'p.typekit.net',
  'www.youtube.com',
  'player.vimeo.com',
]
