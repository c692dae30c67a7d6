import check from '../../src/scanner/checks/passive/header.nosniff.ts'
import { testCheck } from '../support/check-tester.ts'
import { html } from '../support/site.ts'

const sends = (value: string | readonly string[]) => ({
  site: html('<p>shop</p>', { headers: { 'x-content-type-options': value } }),
})

testCheck(check, {
  clean: {
    'as it should be': sends('nosniff'),
    'in another case': sends(' NoSniff '),
    'a good first value, a bad second': sends(['nosniff', 'none']),
    'a script that has it': {
      url: 'https://shop.test/app.js',
      site: {
        headers: { 'content-type': 'text/javascript', 'x-content-type-options': 'nosniff' },
        body: 'go()',
      },
    },
  },
  found: {
    'no header': { site: html('<p>shop</p>'), match: null, discriminators: ['missing'] },
    'no header on a script': {
      url: 'https://shop.test/app.js',
      site: { headers: { 'content-type': 'text/javascript' }, body: 'go()' },
      discriminators: ['missing'],
    },
    'another word': { ...sends('none'), match: 'none', discriminators: ['invalid'] },
    'a bad first value, a good second': {
      ...sends(['none', 'nosniff']),
      match: 'none, nosniff',
      discriminators: ['invalid'],
    },
    'an empty header': { ...sends(''), match: null, discriminators: ['invalid'] },
  },
  skipped: {
    'a page that is missing': { site: html('<p>no</p>', { status: 404 }) },
    'a redirect': { site: { status: 302, headers: { location: '/' }, body: 'moved' } },
    'nothing to sniff': { site: { status: 204, body: '' } },
  },
})
