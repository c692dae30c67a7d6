import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { librariesByName, librariesInText } from '../../../src/scanner/checks/support/libraries.ts'
import { BUILT_IN } from '../../../src/scanner/feeds/built-in.ts'
import { parseLibraries } from '../../../src/scanner/feeds/parse-libraries.ts'
import { cpuMs } from '../../support/cpu.ts'

const SHARED = process.env['PALISADE_SHARED'] ?? '../shared'
const REPOSITORY = join(SHARED, 'data/jsrepository.json')

const entry = (change: object = {}) => ({
  widget: {
    vulnerabilities: [
      { below: '2.0', severity: 'high', cwe: ['CWE-79'], identifiers: { CVE: ['CVE-1-1'] } },
    ],
    extractors: { filecontent: ['widget v(§§version§§)'] },
    ...change,
  },
})
const parse = (value: unknown) => parseLibraries(JSON.stringify(value))

describe('the text of a feed', () => {
  it('becomes libraries', () => {
    const parsed = parse(entry())
    expect(parsed?.refused).toBe(0)
    expect(parsed?.libraries).toHaveLength(1)
    expect(parsed?.libraries[0]?.advisories).toEqual([
      {
        atOrAbove: null,
        below: '2.0',
        excludes: [],
        ids: ['CVE-1-1'],
        cwe: 'CWE-79',
        severity: 'high',
        summary: '',
      },
    ])
  })

  it('may hold patterns that cannot be run: they are left out and counted', () => {
    const filecontent = ['(a+)+v(§§version§§)', 'v(§§version§§)', 'widget v(§§version§§)', '(']
    const parsed = parse(entry({ extractors: { filecontent, filecontentreplace: ['no slashes'] } }))
    expect(parsed?.refused).toBe(4)
    expect(parsed?.libraries[0]?.content).toHaveLength(1)
  })

  it('may hold fields that we do not know, and severities of others', () => {
    const parsed = parse(
      entry({ npmname: 'widget', vulnerabilities: [{ below: '2', severity: 'none', cwe: ['x'] }] }),
    )
    expect(parsed?.libraries[0]?.advisories[0]).toMatchObject({ severity: 'medium', cwe: null })
  })

  it('leaves out what has no advisory', () => {
    expect(parse({ ...entry(), quiet: { extractors: {} } })?.libraries).toHaveLength(1)
  })

  it.each([
    ['no JSON', '<html>'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['text where patterns belong', JSON.stringify(entry({ extractors: { filecontent: 'a' } }))],
    ['a library without advisories', JSON.stringify(entry({ vulnerabilities: [] }))],
    ['a pattern without end', JSON.stringify(entry({ extractors: { uri: ['a'.repeat(3000)] } }))],
    [
      'too many libraries',
      JSON.stringify(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`l${n}`, {}]))),
    ],
  ])('is refused: %s', (_, text) => {
    expect(parseLibraries(text)).toBeNull()
  })
})

const names = (found: readonly Readonly<{ name: string; version: string }>[]) =>
  found.map(({ name, version }) => `${name} ${version}`)

/** How the files of each library begin or state their version, with a version that has flaws. */
const TEXTS: readonly (readonly [library: string, text: string])[] = [
  ['jquery 1.8.1', '/*! jQuery v1.8.1 jquery.com'],
  ['jquery 1.12.4', ' * jQuery JavaScript Library v1.12.4\n'],
  ['jquery 2.2.4', 'n.fn=n.prototype={x:1,jquery:"2.2.4",constructor:n}'],
  ['jquery 3.4.1', `f="3.4.1",${'k'.repeat(60)}.fn=k.prototype={jquery:f`],
  ['jquery-ui 1.11.4', '/*! jQuery UI - v1.11.4 - 2015'],
  ['jquery-ui 1.12.1', 't.ui={};ui:"1.12.1",jquery:'],
  ['bootstrap 3.3.6', '/*!\n * Bootstrap v3.3.6 (http'],
  ['bootstrap 2.3.2', ' * bootstrap.js v2.3.2'],
  ['angularjs 1.7.2', '/*\n AngularJS v1.7.2\n'],
  ['angularjs 1.5.8', '"http://errors.angularjs.org/1.5.8/"+a'],
  ['lodash 4.17.4', ' * lodash 4.17.4 (Custom Build) <https'],
  ['lodash 4.17.5', "Lodash <https://lodash.com/>\n */\n var VERSION = '4.17.5';"],
  ['lodash 2.4.1', ' * Lo-Dash 2.4.1 (Custom'],
  ['lodash 4.17.15', 'var an="4.17.15",x="__lodash_hash_undefined__"'],
  ['lodash 4.17.11', `c="__lodash_hash_undefined__";${'x'.repeat(900)}An.VERSION="4.17.11"`],
  ['lodash 4.17.20', "var VERSION = '4.17.20';\n var HASH = '__lodash_hash_undefined__'"],
  ['moment.js 2.18.1', '//! moment.js\n//! version : 2.18.1\n'],
  ['moment.js 2.24.0', `c.version="2.24.0",${'a'.repeat(40)},c.isMoment=k`],
  ['handlebars 4.0.5', ' handlebars v4.0.5'],
  ['handlebars 1.0.0', 'Handlebars.VERSION = "1.0.0";'],
  ['handlebars 4.0.11', 'b.HandlebarsEnvironment=a;var c="4.0.11"'],
  ['dompurify 2.0.7', '/*! @license DOMPurify 2.0.7 |'],
  ['dompurify 1.0.3', "DOMPurify.version = '1.0.3';"],
  ['vue 2.6.10', '/*!\n * Vue.js v2.6.10\n'],
  ['vue 2.5.0', 'Vue.version = "2.5.0"'],
  ['react-dom 16.2.0', '/** @license React v16.2.0\n * react-dom.production'],
  ['react-dom 16.4.1', 'version:"16.4.1",rendererPackageName:"react-dom"'],
  ['underscore.js 1.8.3', '//     Underscore.js 1.8.3\n'],
  ['underscore.js 1.9.1', "_.VERSION = '1.9.1';"],
  ['prototypejs 1.6.0', 'Prototype JavaScript framework, version 1.6.0 *'],
]

describe('the built-in table', () => {
  it.each(TEXTS)('knows %s', (library, text) => {
    expect(names(librariesInText(text, BUILT_IN))).toEqual([library])
  })

  it('has a text for every pattern', () => {
    const unproved = BUILT_IN.libraries.flatMap(({ content }) =>
      content.filter(({ pattern }) => !TEXTS.some(([, text]) => text.search(pattern) !== -1)),
    )
    expect(unproved.map(({ pattern }) => pattern.source)).toEqual([])
  })

  it.each([
    ['https://cdn.example/ajax/libs/jquery/1.12.4/jquery.min.js', 'jquery 1.12.4'],
    ['https://cdn.example/jquery-1.8.1.slim.min.js', 'jquery 1.8.1'],
    ['https://cdn.example/bootstrap/3.3.6/js/bootstrap.min.js', 'bootstrap 3.3.6'],
    ['https://cdn.example/npm/vue@2.6.10/dist/vue.js', 'vue 2.6.10'],
    ['https://cdn.example/angular.js/1.7.2/angular.min.js', 'angularjs 1.7.2'],
  ])('knows the address %s', (address, library) => {
    expect(names(librariesByName(new URL(address), BUILT_IN))).toEqual([library])
  })

  it('has no pattern that was refused', () => {
    const counts = BUILT_IN.libraries.map(({ uri, fileName, content }) => [uri, fileName, content])
    expect(BUILT_IN.libraries).toHaveLength(12)
    expect(counts.flat().every((patterns) => patterns.length > 0)).toBe(true)
  })
})

const isMissing = !existsSync(REPOSITORY)
describe.skipIf(isMissing)(`${REPOSITORY}${isMissing ? ', which is missing' : ''}`, () => {
  const text = isMissing ? '{}' : readFileSync(REPOSITORY, 'utf8')

  it('is read, but for a few patterns', () => {
    const parsed = parseLibraries(text)
    expect(parsed?.libraries.length).toBeGreaterThan(60)
    expect(parsed?.refused).toBeLessThan(25)
  })

  it('knows every advisory of the built-in table', () => {
    const libraries = parseLibraries(text)?.libraries ?? []
    const ids = new Set(libraries.flatMap(({ advisories }) => advisories.flatMap((one) => one.ids)))
    const ours = BUILT_IN.libraries.flatMap(({ advisories }) =>
      advisories.flatMap((one) => one.ids),
    )
    const unknown = [...new Set(ours)].filter((id) => !ids.has(id))
    expect(unknown).toEqual([])
  })

  it('takes little time on a large file of anything', async () => {
    const libraries = parseLibraries(text)?.libraries ?? []
    for (const piece of ['"1.0.0"', 'jquery:"1.', '/*! ', 'version="1.2.3",', 'VERSION="', ' ']) {
      const body = piece.repeat(Math.ceil(300_000 / piece.length))
      expect(await cpuMs(() => librariesInText(body, { libraries })), piece).toBeLessThan(1000)
    }
  })
})
