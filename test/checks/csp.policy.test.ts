import check from '../../src/scanner/checks/passive/csp.policy.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const PAGE = '<!doctype html><title>Shop</title><p>Hello</p>'
const sends = (policy: string | readonly string[], body = PAGE): { site: Reply } => ({
  site: html(body, { headers: { 'content-security-policy': policy } }),
})
const metaTag = (policy: string) =>
  `<meta http-equiv="Content-Security-Policy" content="${policy}">`
const meta = (policy: string) => `<head>${metaTag(policy)}</head>`
const STRICT = "script-src 'nonce-r4nd0mV4lue' 'strict-dynamic'; object-src 'none'; base-uri 'none'"

testCheck(check, {
  clean: {
    'a strict policy': sends(STRICT),
    'own host only': sends("default-src 'self'"),
    'nothing at all allowed': sends("default-src 'none'; img-src 'self'"),
    'unsafe-inline beside a nonce is ignored by browsers': sends(
      "script-src 'nonce-r4nd0mV4lue' 'unsafe-inline'; object-src 'none'; base-uri 'none'",
    ),
    'unsafe-inline beside a hash is ignored too': sends(
      "script-src 'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc=' 'unsafe-inline'; object-src 'none'; base-uri 'self'",
    ),
    'fallbacks beside strict-dynamic are ignored': sends(
      "script-src 'nonce-r4nd0mV4lue' 'strict-dynamic' https: 'unsafe-inline'; object-src 'none'; base-uri 'none'",
    ),
    'unsafe-inline for styles': sends("default-src 'self'; style-src 'self' 'unsafe-inline'"),
    'every host for images': sends("default-src 'self'; img-src * data:"),
    'a wide default and a narrow script-src': sends(
      "default-src https:; script-src 'self'; object-src 'none'",
    ),
    'an ordinary host': sends("default-src 'self'; script-src 'self' https://static.shop.test"),
    'default-src covers object-src': sends("default-src 'self'; script-src 'self'"),
    'eval, but trusted types take strings away': sends(
      "default-src 'self'; script-src 'self' 'unsafe-eval'; require-trusted-types-for 'script'",
    ),
    'a nonce that is short': sends(
      "script-src 'nonce-r4nd' 'strict-dynamic'; object-src 'none'; base-uri 'none'",
    ),
    'every host for plug-ins': sends("default-src 'self'; object-src *"),
    'a sandbox without scripts': sends('sandbox allow-forms'),
    'a loose policy and a strict one combine': sends(["script-src * 'unsafe-inline'", STRICT]),
    'two policies in one header': sends(`script-src 'unsafe-inline', ${STRICT}`),
    'base-uri in the second policy': sends([
      "script-src 'nonce-r4nd0mV4lue'; object-src 'none'",
      "base-uri 'self'",
    ]),
    'in a meta tag': { site: html(`${meta("default-src 'self'")}<p>hi</p>`) },
    'a loose header and a strict meta tag': sends(
      "script-src 'unsafe-inline'; object-src 'none'",
      meta("default-src 'self'"),
    ),
  },
  found: {
    none: { site: html(PAGE), match: null, discriminators: ['missing'] },
    'report-only': {
      site: html(PAGE, {
        headers: { 'content-security-policy-report-only': "default-src 'self'" },
      }),
      match: "default-src 'self'",
      discriminators: ['report-only'],
    },
    'an empty header': { ...sends(''), discriminators: ['missing'] },
    'only framing is ruled': {
      ...sends("frame-ancestors 'self'; upgrade-insecure-requests"),
      match: "frame-ancestors 'self'; upgrade-insecure-requests",
      discriminators: ['no-script-src'],
    },
    'unsafe-inline': {
      ...sends("default-src 'self'; script-src 'self' 'unsafe-inline'"),
      match: "script-src 'self' 'unsafe-inline'",
      discriminators: ['inline'],
    },
    'unsafe-inline, which makes the missing object-src moot': {
      ...sends("script-src 'unsafe-inline'"),
      discriminators: ['inline'],
    },
    'a nonce without base-uri, beside a policy for images': {
      ...sends(["script-src 'nonce-r4nd0mV4lue'; object-src 'none'", "img-src 'self'"]),
      discriminators: ['base-uri'],
    },
    'unsafe-inline by default-src': {
      ...sends("default-src 'self' 'unsafe-inline'"),
      match: "default-src 'self' 'unsafe-inline'",
      discriminators: ['inline'],
    },
    'unsafe-inline for event handlers only': {
      ...sends("default-src 'self'; script-src-attr 'unsafe-inline'"),
      match: "script-src-attr 'unsafe-inline'",
      discriminators: ['inline'],
    },
    'unsafe-inline for script elements only': {
      ...sends("default-src 'self'; script-src-elem 'unsafe-inline'"),
      match: "script-src-elem 'unsafe-inline'",
      discriminators: ['inline'],
    },
    'unsafe-eval': {
      ...sends("default-src 'self'; script-src 'self' 'unsafe-eval'"),
      match: "script-src 'self' 'unsafe-eval'",
      discriminators: ['eval'],
    },
    'all hosts': {
      ...sends("default-src 'self'; script-src *"),
      match: 'script-src *',
      discriminators: ['wildcard'],
    },
    'all hosts of a scheme': {
      ...sends("default-src 'self'; script-src 'self' https:"),
      note: /`https:`/,
      discriminators: ['wildcard'],
    },
    'script from data': {
      ...sends("default-src 'self'; script-src 'self' data:"),
      note: /`data:`/,
      discriminators: ['wildcard'],
    },
    'a host that serves JSONP': {
      ...sends("default-src 'self'; script-src 'self' https://www.googleapis.com"),
      note: /googleapis/,
      discriminators: ['bypass-host'],
    },
    'a nonce without base-uri': {
      ...sends("script-src 'nonce-r4nd0mV4lue'; object-src 'none'"),
      match: "script-src 'nonce-r4nd0mV4lue'; object-src 'none'",
      discriminators: ['base-uri'],
    },
    'script-src without object-src': {
      ...sends("script-src 'self'"),
      discriminators: ['object-src'],
    },
    'everything at once': {
      ...sends("default-src * 'unsafe-inline' 'unsafe-eval'"),
      discriminators: ['inline', 'wildcard', 'eval'],
    },
    'two loose policies': {
      ...sends(["script-src 'unsafe-inline'; object-src 'none'", "default-src 'unsafe-inline'"]),
      reason: /All 2 policies/,
      discriminators: ['inline'],
    },
    'the first of two equal directives counts': {
      ...sends("script-src 'unsafe-inline'; script-src 'self'; object-src 'none'"),
      discriminators: ['inline'],
    },
    'a loose meta tag': {
      site: html(`${meta("default-src 'self' 'unsafe-inline'")}<p>hi</p>`),
      match: "default-src 'self' 'unsafe-inline'",
      discriminators: ['inline'],
    },
    'a loose meta tag in character references': {
      site: html(`${meta('default-src &#39;unsafe-inline&#39;')}<p>hi</p>`),
      match: 'unsafe-inline',
      discriminators: ['inline'],
    },
    'unsafe-eval, beside directives that say nothing of it': {
      ...sends(
        "script-src 'self' 'unsafe-eval'; script-src-elem 'self'; script-src-attr 'none'; object-src 'none'",
      ),
      discriminators: ['eval'],
    },
    'unsafe-inline, where trusted types take strings away': {
      ...sends("script-src 'unsafe-inline'; require-trusted-types-for 'script'"),
      discriminators: ['inline'],
    },
    'unsafe-inline in a sandbox that runs scripts': {
      ...sends("sandbox allow-scripts; script-src 'unsafe-inline'"),
      discriminators: ['inline'],
    },
    'another meta tag': {
      site: html(`<head><meta http-equiv=x content="default-src 'self'"></head>`),
      discriminators: ['missing'],
    },
    'another tag of that name': {
      site: html(
        `<head><link http-equiv=content-security-policy content="default-src 'self'"></head>`,
      ),
      discriminators: ['missing'],
    },
    'a meta tag in a template is ignored by browsers': {
      site: html(`<head><template>${metaTag("default-src 'self'")}</template></head>`),
      discriminators: ['missing'],
    },
    'a meta tag for those without script is ignored by the others': {
      site: html(`<head><noscript>${metaTag("default-src 'self'")}</noscript></head>`),
      discriminators: ['missing'],
    },
    'a meta tag in the body is ignored by browsers': {
      site: html(`<body>${metaTag("default-src 'self'")}</body>`),
      discriminators: ['missing'],
    },
  },
  skipped: {
    JSON: { site: { headers: { 'content-type': 'application/json' }, body: '{}' } },
    'a redirect': {
      site: { status: 302, headers: { 'content-type': 'text/html', location: '/' } },
    },
    'a page that is missing': { site: html('<p>no</p>', { status: 404 }) },
    'an empty page': { site: html('') },
    'a picture': { site: { headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' } },
  },
})
