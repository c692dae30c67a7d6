import { elementsNamed, elementsWith, type HtmlPage } from '../html.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'

type Framework = Readonly<{
  name: string
  /** Files that such a site has for this page, or for all of itself; empty for any other page. */
  files(html: HtmlPage, page: Page): readonly string[]
}>

const scriptsOf = (html: HtmlPage): readonly string[] =>
  elementsNamed(html, 'script').map(({ attributes }) => attributes.get('src') ?? '')

/** What stands before a part of the address of one of the page's scripts; null without such a script. */
function prefixOf(html: HtmlPage, part: RegExp): string | null {
  for (const src of scriptsOf(html)) {
    const at = src.search(part)
    if (at !== -1) return src.slice(0, at)
  }
  return null
}

const textWith = (html: HtmlPage, mark: string): string =>
  elementsNamed(html, 'script').find(({ text }) => text.includes(mark))?.text ?? ''
const fieldOf = (text: string, name: string): string | undefined =>
  new RegExp(`["']?\\b${name}["']?\\s{0,3}:\\s{0,3}["']([^"']{1,200})["']`).exec(text)?.[1]

/** What builds of frameworks leave at places that no page links to. */
const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'next',
    files(html) {
      const prefix = prefixOf(html, /\/_next\//)
      if (prefix === null) return []
      const data = elementsWith(html, 'id').find(
        ({ attributes }) => attributes.get('id') === '__NEXT_DATA__',
      )?.text
      const build = data === undefined ? undefined : fieldOf(data, 'buildId')
      if (data === undefined || build === undefined) return []
      const path = fieldOf(data, 'page') ?? '/'
      return [
        `${prefix}/_next/static/${build}/_buildManifest.js`,
        `${prefix}/_next/data/${build}${path === '/' ? '/index' : path}.json`,
      ]
    },
  },
  {
    name: 'nuxt',
    files(html) {
      const text = textWith(html, '__NUXT__')
      const build = fieldOf(text, 'buildId')
      if (build === undefined) return []
      const base = fieldOf(text, 'baseURL') ?? '/'
      const assets = fieldOf(text, 'buildAssetsDir') ?? '/_nuxt/'
      return [`${base}${assets}builds/meta/${build}.json`.replaceAll('//', '/')]
    },
  },
  {
    name: 'sveltekit',
    files: (html, { exchange }) =>
      textWith(html, '__sveltekit_') === ''
        ? []
        : [`${exchange.request.url.pathname.replace(/\/$/, '')}/__data.json`],
  },
  {
    name: 'gatsby',
    files(html, { exchange }) {
      const isOne = elementsWith(html, 'id').some(
        ({ attributes }) => attributes.get('id') === '___gatsby',
      )
      if (!isOne) return []
      const path = exchange.request.url.pathname.replaceAll(/^\/|\/$/g, '')
      return [`/page-data/${path === '' ? 'index' : path}/page-data.json`]
    },
  },
  {
    name: 'vite',
    files(html) {
      const prefix = prefixOf(html, /\/assets\/[\w.]{1,60}-[\w-]{8}\.js$/)
      return prefix === null ? [] : [`${prefix}/.vite/manifest.json`]
    },
  },
  {
    name: 'angular',
    files: (html) => (elementsWith(html, 'ng-version').length === 0 ? [] : ['ngsw.json']),
  },
  {
    name: 'create-react-app',
    files(html) {
      const prefix = prefixOf(html, /\/static\/js\/main\.[0-9a-f]{8}\.(?:chunk\.)?js$/)
      return prefix === null ? [] : [`${prefix}/asset-manifest.json`]
    },
  },
]

/** Hashes of queries that a page of Gatsby asks for. */
const GATSBY_QUERY = /"staticQueryHashes":\[([\d",\s]{1,5000})\]/

/** Most pages are of no framework, and show it at a glance. */
const mayBeBuilt = (html: HtmlPage): boolean =>
  html.byName.has('script') || html.byAttribute.has('ng-version') || html.byAttribute.has('id')

/** Files of the framework that a page was built with. */
export function* frameworkLinks(page: Page): Iterable<Link> {
  const { html, exchange } = page
  if (html !== null && mayBeBuilt(html)) {
    for (const { name, files } of FRAMEWORKS) {
      for (const reference of files(html, page)) yield { reference, source: `framework:${name}` }
    }
  }
  if (page.kind !== 'json' || !exchange.request.url.pathname.endsWith('/page-data.json')) return
  const [, hashes = ''] = GATSBY_QUERY.exec(exchange.response.body) ?? []
  for (const [hash] of hashes.matchAll(/\d{5,}/g)) {
    yield { reference: `/page-data/sq/d/${hash}.json`, source: 'framework:gatsby' }
  }
}
