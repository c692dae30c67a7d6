import { createHash } from 'node:crypto'

import check from '../../src/scanner/checks/passive/jslib.vulnerable.ts'
import type { Feeds } from '../../src/scanner/feeds.ts'
import { BUILT_IN } from '../../src/scanner/feeds/built-in.ts'
import { librariesOf } from '../../src/scanner/feeds/parse-libraries.ts'
import { testCheck } from '../support/check-tester.ts'
import { html } from '../support/site.ts'

const script = (body: string, file = 'app.js', feeds: Feeds = BUILT_IN) => ({
  url: `https://shop.test/static/${file}`,
  site: { headers: { 'content-type': 'text/javascript' }, body },
  feeds,
})
const page = (body: string, feeds: Feeds = BUILT_IN) => ({ site: html(body), feeds })
const src = (address: string) => page(`<script src="${address}"></script>`)
const FILLER = ';function go(a,b){return a+b}'.repeat(50)

const WHOLE = '/* our own build */go()'
/** A feed of one library, with what the built-in table does not use. */
const FEED: Feeds = {
  libraries: librariesOf({
    widget: {
      vulnerabilities: [
        { below: '2.0.0', severity: 'low', cwe: ['CWE-79'], identifiers: { summary: 'Old flaw' } },
        { atOrAbove: '2.0.0', below: '2.5.0', excludes: ['2.4.9'], severity: 'critical' },
      ],
      extractors: {
        filecontentreplace: [
          '/widget\\.major=([0-9]+),minor=([0-9]+)/$1.$2.0/',
          '/widget\\.edition=([a-z]+)/$1/',
        ],
        hashes: { [createHash('sha1').update(WHOLE).digest('hex')]: '1.0.0' },
      },
    },
  }),
}

const flaw = (severity: 'low' | 'medium' | 'high' | 'critical') => ({
  severity,
  identifiers: { summary: severity },
})
/** Advisories of every severity, in no order. */
const SEVERITIES: Feeds = {
  libraries: librariesOf({
    widget: {
      vulnerabilities: [flaw('medium'), flaw('critical'), flaw('low'), flaw('high')],
      extractors: { filecontent: ['widget\\.version=(§§version§§)'] },
    },
  }),
}

testCheck(check, {
  clean: {
    'a script of the site': script('go()'),
    'the newest version': script('/*! jQuery v3.7.1 | (c) OpenJS Foundation */'),
    'the newest version, by name': src('/js/jquery-3.7.1.min.js'),
    'a name without a version': src('/js/jquery.min.js'),
    'another product of a like name': src('/js/jquery-waypoints-1.2.3.js'),
    'a number that is none': src('/js/jquery-latest.js'),
    'a page about it': page('<p>/*! jQuery v1.8.1 jquery.com */</p>'),
    'a short inline script': page('<script>/*! jQuery v1.8.1 */</script>'),
    'a version that an advisory leaves out': script('widget.major=2,minor=5', 'app.js', FEED),
    'a version that is a word': script('widget.edition=spring', 'app.js', FEED),
    'without a feed': script('/*! jQuery v1.8.2 */', 'jquery-1.8.2.js', { libraries: [] }),
    'an address that is none': page('<script src="http://[jquery-1.8.1.js"></script>'),
  },
  found: {
    'jQuery, by its banner': {
      ...script('/*! jQuery v1.8.1 jquery.com | jquery.org/license */'),
      match: '/*! jQuery v1.8.1',
      note: /jquery 1\.8\.1 has published flaws: CVE-2012-6708/,
      reason: /states its version itself/,
      confidence: 'likely',
      discriminators: ['jquery'],
    },
    'jQuery, by the address of its file': {
      ...src('https://cdn.example/jquery-1.8.1.min.js'),
      match: 'https://cdn.example/jquery-1.8.1.min.js',
      reason: /Only the address/,
      confidence: 'possible',
      discriminators: ['jquery'],
    },
    'jQuery, by a relative address': {
      ...src('js/jquery-1.8.1.js?v=2'),
      match: 'jquery-1.8.1.js',
      confidence: 'possible',
    },
    'jQuery, by the name of the script itself': {
      ...script('go()', 'jquery-1.12.4.min.js'),
      confidence: 'possible',
      match: 'https://shop.test/static/jquery-1.12.4.min.js',
    },
    'the text is surer than the name': {
      ...script('/*! jQuery v1.8.1 */', 'jquery-1.8.1.js'),
      confidence: 'likely',
    },
    'a folder of its version': {
      ...src('/lib/angular.js/1.7.2/angular.min.js'),
      discriminators: ['angularjs'],
    },
    'a package of its version': {
      ...src('https://cdn.example/npm/lodash@4.17.4/lodash.min.js'),
      note: /lodash 4\.17\.4/,
      discriminators: ['lodash'],
    },
    'lodash by its banner, in the middle of a bundle': {
      ...script(
        `go();/**\n * @license\n * Lodash <https://lodash.com/>\n */\n;(function() {\n  var undefined;\n  var VERSION = '4.17.4';\n}())`,
      ),
      match: /VERSION = '4\.17\.4'/,
      confidence: 'likely',
      discriminators: ['lodash'],
    },
    'in an inline script': {
      ...page(`<script>/*! jQuery v2.2.4 */${FILLER}</script>`),
      confidence: 'likely',
      discriminators: ['jquery'],
    },
    'a bundle of several': {
      ...script(
        `/*! jQuery v1.8.1 */${FILLER}/*\n * Bootstrap v3.3.6 (http://getbootstrap.com)\n */`,
      ),
      discriminators: ['jquery', 'bootstrap'],
    },
    'the newest first, an old one behind it': {
      ...script('/*! jQuery v3.7.1 */\n/*! jQuery v1.8.1 */'),
      note: /jquery 1\.8\.1/,
    },
    'a whole file that is known': {
      ...script(WHOLE, 'app.js', FEED),
      match: null,
      confidence: 'confirmed',
      reason: /byte for byte/,
      note: /widget 1\.0\.0 has published flaws: Old flaw/,
    },
    'the worst of its advisories first': {
      ...script('widget.version=1.0.0', 'app.js', SEVERITIES),
      note: /flaws: critical, high, medium, low\./,
    },
    'a version in parts': {
      ...script('x;widget.major=2,minor=4', 'app.js', FEED),
      note: /widget 2\.4\.0/,
      confidence: 'likely',
    },
  },
  skipped: {
    'a style': {
      ...page(''),
      site: { headers: { 'content-type': 'text/css' }, body: '/*! jQuery v1.8.1 */' },
    },
    'a page that is missing': { ...page(''), site: html('jquery-1.8.1.js', { status: 404 }) },
  },
})
