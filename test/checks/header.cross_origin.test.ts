import check from '../../src/scanner/checks/passive/header.cross_origin.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const COOP = 'cross-origin-opener-policy'
const COEP = 'cross-origin-embedder-policy'
const CORP = 'cross-origin-resource-policy'
const GOOD = { [COOP]: 'same-origin', [COEP]: 'require-corp', [CORP]: 'same-origin' }
const sends = (headers: Reply['headers']) => ({
  site: html('<p>shop</p>', { headers: { ...GOOD, ...headers } }),
})
const only = (...names: readonly string[]) => ({
  site: html('<p>shop</p>', {
    headers: Object.fromEntries(Object.entries(GOOD).filter(([name]) => names.includes(name))),
  }),
})

testCheck(check, {
  clean: {
    'all three': sends({}),
    'the loose forms': sends({
      [COOP]: 'same-origin-allow-popups',
      [COEP]: 'credentialless',
      [CORP]: 'cross-origin',
    }),
    'the other loose forms': sends({ [COOP]: 'noopener-allow-popups', [CORP]: 'same-site' }),
    'with a place for reports': sends({
      [COOP]: 'same-origin; report-to="x"',
      [COEP]: 'require-corp;report-to="x"',
    }),
    'this machine, by plain HTTP': { url: 'http://127.0.0.1:8080/', ...sends({}) },
  },
  found: {
    'none of them': {
      site: html('<p>shop</p>'),
      match: null,
      discriminators: ['coop', 'coep', 'corp'],
    },
    'no opener policy': { ...only(COEP, CORP), discriminators: ['coop'] },
    'no embedder policy': { ...only(COOP, CORP), discriminators: ['coep'] },
    'no resource policy': { ...only(COOP, COEP), discriminators: ['corp'] },
    'switched off': {
      ...sends({ [COOP]: 'unsafe-none' }),
      match: 'unsafe-none',
      discriminators: ['coop'],
    },
    'browsers do not fold the case of tokens': {
      ...sends({ [COEP]: 'Require-Corp' }),
      match: 'Require-Corp',
      discriminators: ['coep'],
    },
    'two values are none': {
      ...sends({ [COOP]: 'same-origin, same-origin' }),
      discriminators: ['coop'],
    },
    'the resource policy has no parameters': {
      ...sends({ [CORP]: 'same-origin; a=b' }),
      discriminators: ['corp'],
    },
    'an empty header': { ...sends({ [COOP]: '' }), match: null, discriminators: ['coop'] },
    'this machine, without': {
      url: 'http://app.localhost:8080/',
      site: html('<p>shop</p>'),
      discriminators: ['coop', 'coep', 'corp'],
    },
  },
  skipped: {
    'plain HTTP, where browsers ignore them': { url: 'http://shop.test/', site: html('<p>a</p>') },
    'a plain HTTP address of a network': { url: 'http://192.0.2.7/', site: html('<p>a</p>') },
    'a script': { site: { headers: { 'content-type': 'text/javascript' }, body: 'go()' } },
    'a page that is missing': { site: html('<p>no</p>', { status: 404 }) },
    'a page without text': { site: html(' ') },
  },
})
