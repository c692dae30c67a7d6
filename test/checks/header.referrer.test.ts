import check from '../../src/scanner/checks/passive/header.referrer.ts'
import { testCheck } from '../support/check-tester.ts'
import { html } from '../support/site.ts'

const sends = (value: string | readonly string[], body = '<p>shop</p>') => ({
  site: html(body, { headers: { 'referrer-policy': value } }),
})
const meta = (content: string) => `<meta name="Referrer" content="${content}">`

testCheck(check, {
  clean: {
    'the default, said aloud': sends('strict-origin-when-cross-origin'),
    'nothing at all': sends('no-referrer'),
    'in another case': sends('Same-Origin'),
    'an old word first, as a fallback': sends('unsafe-url, strict-origin'),
    'a word of the future last': sends('strict-origin, strict-origin-when-far-away'),
    'the origin to others, the address to its own': sends('origin-when-cross-origin'),
    'the old word for the default in a meta tag': { site: html(meta('default')) },
    'the old spelling in a meta tag': { site: html(meta('origin-when-crossorigin')) },
    'in a meta tag': { site: html(meta('origin')) },
    'an old word in a meta tag': { site: html(meta('never')) },
    'a meta tag that mends the header': sends('unsafe-url', meta('same-origin')),
    'an element that is no meta tag': sends('origin', '<p name=referrer content=unsafe-url>'),
    'a meta tag that nobody understands beside a good header': sends('origin', meta('whatever')),
  },
  found: {
    'no policy': { site: html('<p>shop</p>'), match: null, discriminators: ['missing'] },
    'another meta tag': {
      site: html('<meta name="robots" content="origin">'),
      discriminators: ['missing'],
    },
    'the whole address to everybody': {
      ...sends('unsafe-url'),
      match: 'unsafe-url',
      discriminators: ['unsafe'],
    },
    'the whole address to every https site': {
      ...sends('no-referrer-when-downgrade'),
      discriminators: ['unsafe'],
    },
    'the last known word counts': {
      ...sends(['strict-origin', 'unsafe-url']),
      match: 'strict-origin, unsafe-url',
      discriminators: ['unsafe'],
    },
    'a meta tag that spoils the header': {
      ...sends('no-referrer', meta('always')),
      match: 'always',
      note: /unsafe-url/,
      discriminators: ['unsafe'],
    },
    'a word that does not exist': {
      ...sends('strict'),
      match: 'strict',
      discriminators: ['invalid'],
    },
    'a meta tag that nobody understands, alone': {
      site: html(meta('whatever')),
      match: 'whatever',
      discriminators: ['invalid'],
    },
    'an empty header': { ...sends(''), match: null, discriminators: ['invalid'] },
  },
  skipped: {
    'a script': { site: { headers: { 'content-type': 'text/javascript' }, body: 'go()' } },
    'a page that is missing': { site: html('<p>no</p>', { status: 404 }) },
    'a page without text': { site: html(' ') },
  },
})
