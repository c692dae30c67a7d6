import check from '../../src/scanner/checks/passive/cookie.other.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const sets = (...cookies: readonly string[]): { site: Reply } => ({
  site: html('<p>shop</p>', { headers: { 'set-cookie': cookies } }),
})
const onHost = (host: string, cookie: string) => ({ url: `https://${host}/`, ...sets(cookie) })
const SID = 'b3f1c09a77de4c2e9d01'

testCheck(check, {
  clean: {
    lax: sets('theme=dark; SameSite=Lax'),
    strict: sets('theme=dark; Secure; SameSite=STRICT'),
    'for use inside other sites': sets('theme=dark; Secure; SameSite=None'),
    'a host prefix that keeps its rules': sets('__Host-csrf=a1; Path=/; Secure; SameSite=Lax'),
    'its own host as Domain': onHost('shop.test', 'theme=dark; Domain=.shop.test; SameSite=Lax'),
    'a host with a dot at the end': onHost('shop.test.', 'theme=dark; SameSite=Lax'),
    'a Domain that only ends alike': onHost('myshop.test', 'a=b; Domain=shop.test; SameSite=Lax'),
  },
  found: {
    'no SameSite': {
      ...sets('theme=dark; Path=/; Secure'),
      match: 'theme=dark; Path=/; Secure',
      note: /without SameSite/,
      discriminators: ['samesite'],
    },
    'a SameSite that does not exist': {
      ...sets('theme=dark; SameSite=Yes'),
      note: /"Yes"/,
      discriminators: ['samesite'],
    },
    'None without Secure, over plain HTTP': {
      ...sets('theme=dark; SameSite=None'),
      url: 'http://shop.test/',
      discriminators: ['none'],
    },
    'None without Secure': { ...sets('theme=dark; SameSite=None'), discriminators: ['none'] },
    'all hosts of the company': {
      ...onHost('www.shop.test', 'theme=dark; Domain=shop.test; SameSite=Lax'),
      note: /all hosts of shop\.test/,
      discriminators: ['domain'],
    },
    'all hosts of the company, with a dot': {
      ...onHost('www.shop.test', 'lang=en; Domain=.Shop.Test; SameSite=Lax'),
      discriminators: ['domain'],
    },
    'a host prefix with a domain': {
      ...onHost(
        'www.shop.test',
        '__Host-csrf=a1; Path=/; Secure; SameSite=Lax; Domain=www.shop.test',
      ),
      discriminators: ['prefix'],
    },
    'a secure prefix without Secure, which is one flaw': {
      ...sets('__Secure-lang=en; SameSite=None'),
      discriminators: ['prefix'],
    },
    'each cookie by itself': {
      ...sets(`sid=${SID}`, 'theme=dark', 'csrftoken=a1b2c3; Secure'),
      note: /theme/,
      discriminators: ['samesite', 'samesite'],
    },
  },
  skipped: {
    'no cookie': { site: html('<p>none</p>') },
    'a session cookie': sets(`PHPSESSID=${SID}`),
    'a cookie that is deleted': sets('theme=; Max-Age=0'),
    'a page that is missing': { site: { status: 404, headers: { 'set-cookie': 'theme=dark' } } },
  },
})
