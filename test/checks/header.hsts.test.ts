import check from '../../src/scanner/checks/passive/header.hsts.ts'
import { html, redirectTo, type Reply } from '../support/site.ts'
import { testCheck } from '../support/check-tester.ts'

const sends = (value: string | readonly string[]) => ({
  site: html('<p>shop</p>', { headers: { 'strict-transport-security': value } }),
})
const asset: Reply = { headers: { 'content-type': 'image/png' }, body: 'PNG' }

testCheck(check, {
  clean: {
    'a year': sends('max-age=31536000'),
    'a year for all subdomains, preloaded': sends('max-age=31536000; includeSubDomains; preload'),
    'another case, quotes and spaces': sends('MAX-AGE = "63072000" ; includesubdomains'),
    'exactly half a year': sends('max-age=15768000'),
    'an unknown directive beside it': sends('max-age=31536000; later=1'),
    'an empty directive at the end': sends('max-age=31536000;'),
    'a good first header, a bad second': sends(['max-age=31536000', 'max-age=0']),
    'the front door redirects with it': {
      url: 'https://shop.test/',
      site: {
        status: 301,
        headers: { location: '/home', 'strict-transport-security': 'max-age=31536000' },
      },
    },
  },
  found: {
    'no header': { site: html('<p>shop</p>'), match: null, discriminators: ['missing'] },
    'no header on the redirect of the front door': {
      url: 'https://shop.test/',
      site: redirectTo('https://www.shop.test/', 301),
      discriminators: ['missing'],
    },
    'no header on an API root': {
      url: 'https://api.shop.test/',
      site: { headers: { 'content-type': 'application/json' }, body: '{}' },
      discriminators: ['missing'],
    },
    'switched off': { ...sends('max-age=0'), match: 'max-age=0', discriminators: ['disabled'] },
    'a day': { ...sends('max-age=86400'), note: /86400 seconds/, discriminators: ['short'] },
    'one second too short': { ...sends('max-age=15767999'), discriminators: ['short'] },
    'no max-age': { ...sends('includeSubDomains'), discriminators: ['invalid'] },
    'max-age is no number': { ...sends('max-age=1y'), discriminators: ['invalid'] },
    'a negative max-age': { ...sends('max-age=-1'), discriminators: ['invalid'] },
    'max-age twice': {
      ...sends('max-age=31536000; max-age=31536000'),
      discriminators: ['invalid'],
    },
    'a comma for a semicolon': {
      ...sends('max-age=600, includeSubDomains'),
      discriminators: ['short'],
    },
    'a bad first header, a good second': {
      ...sends(['max-age=0', 'max-age=31536000']),
      match: 'max-age=0, max-age=31536000',
      discriminators: ['disabled'],
    },
    'an empty header': { ...sends(''), match: null, discriminators: ['invalid'] },
  },
  skipped: {
    'the front door fails': { url: 'https://shop.test/', site: { status: 500, body: 'no' } },
    'plain HTTP, where browsers ignore it': {
      url: 'http://shop.test/a',
      site: html('<p>plain</p>'),
    },
    'an IPv4 address': { url: 'https://192.0.2.7/a', site: html('<p>v4</p>') },
    'an IPv6 address': { url: 'https://[2001:db8::7]/a', site: html('<p>v6</p>') },
    'this machine': { url: 'https://localhost:8443/a', site: html('<p>local</p>') },
    'a name below localhost': { url: 'https://app.localhost/a', site: html('<p>app</p>') },
    'an asset': { url: 'https://shop.test/logo.png', site: asset },
    'a page that is missing': {
      url: 'https://shop.test/none',
      site: html('<p>no</p>', { status: 404 }),
    },
    'a redirect inside the site': { url: 'https://shop.test/old', site: redirectTo('/new') },
  },
})
