import check from '../../src/scanner/checks/passive/clickjacking.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const sends = (headers: Reply['headers'], body = '<p>shop</p>') => ({
  site: html(body, { headers: headers ?? {} }),
})
const xfo = (value: string | readonly string[], body?: string) =>
  sends({ 'x-frame-options': value }, body)
const csp = (value: string | readonly string[]) => sends({ 'content-security-policy': value })
const FORM = '<form method=post action=/follow><button>Follow</button></form>'

testCheck(check, {
  clean: {
    'nobody may frame it': xfo('DENY'),
    'the site may frame it': xfo('sameorigin', FORM),
    'the same value twice': xfo(['SAMEORIGIN', 'sameorigin']),
    'nobody, by policy': csp("default-src *; frame-ancestors 'none'"),
    'an empty list is nobody': csp('frame-ancestors'),
    'named sites, by policy': csp("frame-ancestors 'self' https://a.example https://*.b.example"),
    'the stricter of two policies': csp(['frame-ancestors *', "frame-ancestors 'self'"]),
    'the policy wins over a bad X-Frame-Options': sends({
      'content-security-policy': "frame-ancestors 'self'",
      'x-frame-options': 'ALLOW-FROM https://a.example',
    }),
  },
  found: {
    nothing: { site: html('<p>shop</p>'), match: null, discriminators: ['missing'] },
    'nothing, on a page that changes something': {
      site: html(FORM),
      note: /form that changes something/,
      discriminators: ['missing:form'],
    },
    'a login form is no such page': {
      site: html('<form method=post><input name=u><input type=password name=p></form>'),
      discriminators: ['missing'],
    },
    'a search by POST is no such page': {
      site: html('<form method=post><input name=q></form>'),
      discriminators: ['missing'],
    },
    'a GET form is no such page': {
      site: html('<form action=/list><input name=page></form>'),
      discriminators: ['missing'],
    },
    'a policy without frame-ancestors': {
      ...csp("default-src 'self'"),
      discriminators: ['missing'],
    },
    'a policy that only reports': {
      ...sends({ 'content-security-policy-report-only': "frame-ancestors 'none'" }),
      discriminators: ['missing'],
    },
    'in a meta tag, where browsers ignore it': {
      site: html('<meta http-equiv="X-Frame-Options" content="DENY">'),
      discriminators: ['missing'],
    },
    'a word that browsers have dropped': {
      ...xfo('ALLOW-FROM https://a.example'),
      match: 'ALLOW-FROM https://a.example',
      discriminators: ['invalid'],
    },
    'everybody, said aloud': { ...xfo('ALLOWALL'), discriminators: ['invalid'] },
    'two words that do not exist': { ...xfo('NONE, SELF', FORM), discriminators: ['invalid:form'] },
    'an empty header': { ...xfo(''), match: null, discriminators: ['invalid'] },
    'two values that differ': {
      ...xfo(['DENY', 'SAMEORIGIN']),
      match: 'DENY, SAMEORIGIN',
      discriminators: ['conflict'],
    },
    'a bad value beside the strictest': {
      ...xfo('DENY, ALLOW-FROM https://a.example'),
      discriminators: ['conflict'],
    },
    'everybody, said aloud beside a word that does not exist': {
      ...xfo('ALLOWALL, NONE'),
      discriminators: ['conflict'],
    },
    'a bad value beside a good one': {
      ...xfo('SAMEORIGIN, ALLOW-FROM https://a.example', FORM),
      discriminators: ['conflict'],
    },
    'everybody, by policy': {
      ...csp("default-src 'self'; frame-ancestors *"),
      match: 'frame-ancestors *',
      discriminators: ['open'],
    },
    'every https site, by policy': { ...csp('frame-ancestors https:'), discriminators: ['open'] },
    'every https host, by policy': {
      ...csp("frame-ancestors 'self' https://*"),
      discriminators: ['open'],
    },
    'an open policy takes X-Frame-Options out of force': {
      ...sends({ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }),
      discriminators: ['open'],
    },
  },
  skipped: {
    'a script': { site: { headers: { 'content-type': 'text/javascript' }, body: 'go()' } },
    'a page that is missing': { site: html('<p>no</p>', { status: 404 }) },
    'a redirect': { site: html('<p>there</p>', { status: 302, headers: { location: '/' } }) },
    'a page without text': { site: html(' ') },
  },
})
