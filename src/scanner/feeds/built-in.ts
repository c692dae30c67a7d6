import type { AdvisorySeverity, Feeds } from '../feeds.ts'
import { librariesOf, type RawRepository } from './parse-libraries.ts'

/** CVE, severity, CWE, and the versions it holds for: [first, mended), from the CVE's record. */
type Row = readonly [
  cve: string,
  severity: AdvisorySeverity,
  cwe: number,
  atOrAbove: string | null,
  below: string | null,
]
type Fact = Readonly<{
  name: string
  file: string
  content: readonly string[]
  advisories: readonly Row[]
}>

/**
 * The libraries that most pages load. The patterns are the head comments of their files and the
 * statements that carry the version through a minifier.
 */
const FACTS: readonly Fact[] = [
  {
    name: 'jquery',
    file: 'jquery',
    content: [
      String.raw`/\*!? jQuery v(§§version§§)`,
      String.raw`\* jQuery JavaScript Library v(§§version§§)`,
      String.raw`[^a-z.]jquery: ?"(§§version§§)"`,
      String.raw`="(§§version§§)",.{50,300}\.prototype=\{jquery:`,
    ],
    advisories: [
      ['CVE-2011-4969', 'medium', 79, null, '1.6.3'],
      ['CVE-2012-6708', 'medium', 79, null, '1.9.0'],
      ['CVE-2015-9251', 'medium', 79, '1.4.0', '1.12.0'],
      ['CVE-2015-9251', 'medium', 79, '1.12.3', '3.0.0'],
      ['CVE-2019-11358', 'medium', 1321, null, '3.4.0'],
      ['CVE-2020-11022', 'medium', 79, '1.2.0', '3.5.0'],
      ['CVE-2020-11023', 'medium', 79, '1.0.3', '3.5.0'],
    ],
  },
  {
    name: 'jquery-ui',
    file: 'jquery-ui',
    content: [String.raw`/\*!? jQuery UI - v(§§version§§)`, String.raw`ui:"(§§version§§)",jquery:`],
    advisories: [
      ['CVE-2016-7103', 'medium', 79, null, '1.12.0'],
      ['CVE-2021-41182', 'medium', 79, null, '1.13.0'],
      ['CVE-2021-41183', 'medium', 79, null, '1.13.0'],
      ['CVE-2021-41184', 'medium', 79, null, '1.13.0'],
      ['CVE-2022-31160', 'medium', 79, null, '1.13.2'],
    ],
  },
  {
    name: 'bootstrap',
    file: 'bootstrap(?:\\.bundle)?',
    content: [String.raw`\* Bootstrap v(§§version§§)`, String.raw`\* bootstrap\.js v(§§version§§)`],
    advisories: [
      ['CVE-2018-14041', 'medium', 79, '4.0.0', '4.1.2'],
      ['CVE-2018-14042', 'medium', 79, '4.0.0', '4.1.2'],
      ['CVE-2018-14040', 'medium', 79, null, '3.4.0'],
      ['CVE-2019-8331', 'medium', 79, null, '3.4.1'],
      ['CVE-2019-8331', 'medium', 79, '4.0.0', '4.3.1'],
    ],
  },
  {
    name: 'angularjs',
    file: 'angular',
    content: [
      String.raw`AngularJS v(§§version§§)`,
      String.raw`errors\.angularjs\.org/(§§version§§)/`,
    ],
    advisories: [
      ['CVE-2019-10768', 'high', 1321, '1.4.0', '1.7.9'],
      ['CVE-2020-7676', 'medium', 79, null, '1.8.0'],
      ['CVE-2022-25869', 'medium', 79, null, null],
      ['CVE-2024-21490', 'high', 1333, '1.3.0', null],
    ],
  },
  {
    name: 'lodash',
    file: 'lodash(?:\\.core)?',
    content: [
      String.raw`lodash v?(§§version§§) (?:\(Custom Build\)|<|lodash\.com/license)`,
      String.raw`Lo-Dash v?(§§version§§) `,
      String.raw`Lodash <https://lodash\.com/>[\s\S]{1,900}?var VERSION = '(§§version§§)'`,
      String.raw`="(§§version§§)"[\s\S]{1,300}__lodash_hash_undefined__`,
      String.raw`__lodash_hash_undefined__[\s\S]{1,9000}\.VERSION ?= ?"(§§version§§)"`,
      String.raw`var VERSION = '(§§version§§)';[\s\S]{1,900}__lodash_hash_undefined__`,
    ],
    advisories: [
      ['CVE-2018-16487', 'medium', 1321, null, '4.17.11'],
      ['CVE-2019-10744', 'high', 1321, null, '4.17.12'],
      ['CVE-2020-8203', 'high', 1321, '3.7.0', '4.17.19'],
      ['CVE-2021-23337', 'high', 94, null, '4.17.21'],
      ['CVE-2020-28500', 'medium', 1333, '4.0.0', '4.17.21'],
    ],
  },
  {
    name: 'moment.js',
    file: 'moment(?:-with-locales)?',
    content: [
      String.raw`//! moment\.js\s+//! version : (§§version§§)`,
      String.raw`\.version="(§§version§§)",.{20,300}\.isMoment=`,
    ],
    advisories: [
      ['CVE-2017-18214', 'high', 400, null, '2.19.3'],
      ['CVE-2022-24785', 'high', 22, null, '2.29.2'],
      ['CVE-2022-31129', 'high', 1333, '2.18.0', '2.29.4'],
    ],
  },
  {
    name: 'handlebars',
    file: 'handlebars(?:\\.runtime)?',
    content: [
      String.raw`handlebars v(§§version§§)`,
      String.raw`Handlebars\.VERSION ?= ?"(§§version§§)"`,
      String.raw`HandlebarsEnvironment=.{1,300}="(§§version§§)"`,
    ],
    advisories: [
      ['CVE-2015-8861', 'medium', 79, null, '4.0.0'],
      ['CVE-2019-19919', 'high', 1321, null, '3.0.8'],
      ['CVE-2019-19919', 'high', 1321, '4.0.0', '4.3.0'],
      ['CVE-2019-20920', 'high', 94, '4.0.0', '4.5.3'],
      ['CVE-2021-23369', 'high', 94, null, '4.7.7'],
      ['CVE-2021-23383', 'high', 1321, null, '4.7.7'],
    ],
  },
  {
    name: 'dompurify',
    file: 'purify',
    content: [
      String.raw`@license DOMPurify (§§version§§)`,
      String.raw`DOMPurify\.version ?= ?["'](§§version§§)["']`,
    ],
    advisories: [
      ['CVE-2019-16728', 'medium', 79, null, '2.0.3'],
      ['CVE-2020-26870', 'medium', 79, null, '2.0.17'],
      ['CVE-2024-45801', 'high', 1321, null, '2.5.4'],
      ['CVE-2024-45801', 'high', 1321, '3.0.0', '3.1.3'],
      ['CVE-2025-26791', 'medium', 79, null, '3.2.4'],
    ],
  },
  {
    name: 'vue',
    file: 'vue',
    content: [
      String.raw`\* Vue\.js v(§§version§§)`,
      String.raw`Vue\.version ?= ?["'](§§version§§)["']`,
    ],
    advisories: [['CVE-2024-9506', 'low', 1333, '2.0.0', '3.0.0']],
  },
  {
    name: 'react-dom',
    file: 'react-dom',
    content: [
      String.raw`@license React v(§§version§§)\s*\* react-dom\.`,
      String.raw`version:"(§§version§§)",rendererPackageName:"react-dom"`,
    ],
    advisories: [
      ['CVE-2018-6341', 'medium', 79, '16.0.0', '16.0.1'],
      ['CVE-2018-6341', 'medium', 79, '16.1.0', '16.1.2'],
      ['CVE-2018-6341', 'medium', 79, '16.2.0', '16.2.1'],
      ['CVE-2018-6341', 'medium', 79, '16.3.0', '16.3.3'],
      ['CVE-2018-6341', 'medium', 79, '16.4.0', '16.4.2'],
    ],
  },
  {
    name: 'underscore.js',
    file: 'underscore(?:-umd)?',
    content: [
      String.raw`//\s{1,5}Underscore\.js (§§version§§)`,
      String.raw`_\.VERSION ?= ?["'](§§version§§)["']`,
    ],
    advisories: [['CVE-2021-23358', 'high', 94, '1.3.2', '1.12.1']],
  },
  {
    name: 'prototypejs',
    file: 'prototype',
    content: [String.raw`Prototype JavaScript framework, version (§§version§§)`],
    advisories: [
      ['CVE-2008-7220', 'high', 20, null, '1.6.0.2'],
      ['CVE-2020-27511', 'high', 1333, null, null],
    ],
  },
]

const DELIVERED = String.raw`(?:[.-](?:min|slim|prod|production|global|runtime))*\.js`

const TABLE: RawRepository = Object.fromEntries(
  FACTS.map(({ name, file, content, advisories }) => [
    name,
    {
      vulnerabilities: advisories.map(([cve, severity, cwe, atOrAbove, below]) => ({
        severity,
        cwe: [`CWE-${cwe}`],
        identifiers: { CVE: [cve] },
        ...(atOrAbove === null ? {} : { atOrAbove }),
        ...(below === null ? {} : { below }),
      })),
      extractors: {
        filename: [`${file}[.-]v?(§§version§§)(?:\\.min|\\.slim)?\\.js`],
        // `/3.4.1/jquery.min.js`, `/jquery@3.4.1/dist/jquery.js`, `/jquery/3.4.1/jquery.js`
        uri: [
          `/(§§version§§)/(?:js/|dist/|core/)?${file}${DELIVERED}`,
          `/${file}(?:\\.js)?@(§§version§§)(?:/|$)`,
        ],
        filecontent: [...content],
      },
    },
  ]),
)

/** What the scanner knows without a feed. */
export const BUILT_IN: Feeds = { libraries: librariesOf(TABLE) }
