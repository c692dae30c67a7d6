import type { Exchange } from '../../../../src/scanner/http/exchange.ts'
import { script, style, type Sample } from './sample.ts'

/** Addresses as the snippets of the services have them. */
const ADDRESSES: readonly (readonly [name: string, address: string])[] = [
  ['Google Fonts', 'https://fonts.googleapis.com/css2?family=Roboto'],
  ['Google Maps', 'https://maps.googleapis.com/maps/api/js?key=K'],
  ['hCaptcha', 'https://js.hcaptcha.com/1/api.js'],
  ['Cloudflare Turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js'],
  ['Cloudflare Web Analytics', 'https://static.cloudflareinsights.com/beacon.min.js'],
  ['PayPal', 'https://www.paypal.com/sdk/js?client-id=test'],
  ['Braintree', 'https://js.braintreegateway.com/web/3.97.4/js/client.min.js'],
  ['Adyen', 'https://checkoutshopper-live.adyen.com/checkoutshopper/sdk/5.53.2/adyen.js'],
  ['Klarna', 'https://x.klarnacdn.net/kp/lib/v1/api.js'],
  ['Plausible', 'https://plausible.io/js/script.js'],
  ['Fathom', 'https://cdn.usefathom.com/script.js'],
  ['Hotjar', 'https://static.hotjar.com/c/hotjar-1.js?sv=6'],
  ['Microsoft Clarity', 'https://www.clarity.ms/tag/abc'],
  ['Meta Pixel', 'https://connect.facebook.net/en_US/fbevents.js'],
  ['LinkedIn Insight', 'https://snap.licdn.com/li.lms-analytics/insight.min.js'],
  ['Yandex Metrica', 'https://mc.yandex.ru/metrika/tag.js'],
  ['Segment', 'https://cdn.segment.com/analytics.js/v1/KEY/analytics.min.js'],
  ['Amplitude', 'https://cdn.amplitude.com/libs/analytics-browser-2.3.8-min.js.gz'],
  ['Mixpanel', '//cdn.mxpnl.com/libs/mixpanel-2-latest.min.js'],
  ['Adobe Launch', 'https://assets.adobedtm.com/launch-EN1.min.js'],
  ['Optimizely', 'https://cdn.optimizely.com/js/123.js'],
  ['VWO', 'https://dev.visualwebsiteoptimizer.com/j.php?a=1'],
  ['HubSpot', '//js.hs-scripts.com/123.js'],
  ['Intercom', 'https://widget.intercom.io/widget/abc'],
  ['Zendesk', 'https://static.zdassets.com/ekr/snippet.js?key=1'],
  ['Crisp', 'https://client.crisp.chat/l.js'],
  ['tawk.to', 'https://embed.tawk.to/1/default'],
  ['LiveChat', 'https://cdn.livechatinc.com/tracking.js'],
  ['Drift', 'https://js.driftt.com/include/1/abc.js'],
  ['Sentry', 'https://browser.sentry-cdn.com/7.80.1/bundle.min.js'],
  ['New Relic', 'https://js-agent.newrelic.com/nr-1234.min.js'],
  ['Datadog', 'https://www.datadoghq-browser-agent.com/eu1/v5/datadog-rum.js'],
  ['Cookiebot', 'https://consent.cookiebot.com/uc.js'],
  ['OneTrust', 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js'],
  ['Usercentrics', 'https://app.usercentrics.eu/browser-ui/latest/loader.js'],
  ['Adobe Fonts', 'https://use.typekit.net/abc1def.css'],
  ['Mapbox', 'https://api.mapbox.com/mapbox-gl-js/v3.0.0/mapbox-gl.css'],
  ['Vimeo', 'https://player.vimeo.com/api/player.js'],
  ['jsDelivr', 'https://cdn.jsdelivr.net/npm/x@1/x.js'],
  ['cdnjs', 'https://cdnjs.cloudflare.com/ajax/libs/x/1.0.0/x.min.js'],
  ['unpkg', 'https://unpkg.com/x@1/x.js'],
]

const load = (address: string): Exchange =>
  /\.css|\/css2/.test(address) ? style(address) : script(address)

/** The same path at a host that merely begins so. */
const elsewhere = (address: string): string =>
  address.replace(/^((?:https:)?\/\/[^/]+)/, '$1.elsewhere.test')

export const SERVICE_SAMPLES: readonly Sample[] = ADDRESSES.map(([name, address]) => [
  name,
  load(address),
  load(elsewhere(address)),
])
