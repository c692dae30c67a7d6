import { createRequire } from 'node:module'

/** Renders a template without data, or throws. */
export type Render = (template: string) => string

const require = createRequire(import.meta.url)
// None of these brings types; each is called once, here.
const nunjucks: { renderString(source: string, data: object): string } = require('nunjucks')
const ejs: { render(source: string, data: object): string } = require('ejs')
const pug: { render(source: string): string } = require('pug')
const handlebars: { compile(source: string): Template } = require('handlebars')
const dot: { template(source: string): Template } = require('dot')
const lodash: (
  source: string,
  options?: { interpolate: RegExp },
) => Template = require('lodash.template')
const mustache: { render(source: string, data: object): string } = require('mustache')
const liquid: {
  Liquid: new () => { parseAndRenderSync(source: string): string }
} = require('liquidjs')
const eta: {
  Eta: new () => { renderString(source: string, data: object): string }
} = require('eta')
const squirrelly: { render(source: string, data: object): string } = require('squirrelly')
const twig: {
  twig(options: { data: string; rethrow: true }): { render(data: object): string }
} = require('twig')
const velocity: { render(source: string, data: object): string } = require('velocityjs')
type Template = (data: object) => string

/** The engines themselves. */
export const REAL: Readonly<Record<string, Render>> = {
  Nunjucks: (source) => nunjucks.renderString(source, {}),
  EJS: (source) => ejs.render(source, {}),
  Pug: (source) => pug.render(`p ${source}`),
  Handlebars: (source) => handlebars.compile(source)({}),
  doT: (source) => dot.template(source)({}),
  lodash: (source) => lodash(source)({}),
  'lodash without dollars': (source) => lodash(source, { interpolate: /<%=([^%]+)%>/g })({}),
  Mustache: (source) => mustache.render(source, {}),
  Liquid: (source) => new liquid.Liquid().parseAndRenderSync(source),
  Eta: (source) => new eta.Eta().renderString(source, {}),
  Squirrelly: (source) => squirrelly.render(source, {}),
  Twig: (source) => twig.twig({ data: source, rethrow: true }).render({}),
  Velocity: (source) => velocity.render(source, {}),
}

/** Expressions that an engine of another language knows, beside products of numbers. */
type Rule = readonly [shape: RegExp, result: (...groups: string[]) => string]
const PRODUCT: Rule = [/^(\d+)\*(\d+)$/, (x = '', y = '') => String(Number(x) * Number(y))]
const TEXT: Rule = [/^'(\w*)'$/, (text = '') => text]
const UPCASE: Rule = [/^'(\w+)'\.upcase$/, (text = '') => text.toUpperCase()]
const EQUALS: Rule = [/^'(\w+)'\.equals\('\1'\)$/, () => 'true']
const grouped: Rule = [
  PRODUCT[0],
  (x = '', y = '') => (Number(x) * Number(y)).toLocaleString('en-US'),
]

/** An engine in small: finds its marks, knows its expressions, and fails at all others. */
const small =
  (
    marks: RegExp,
    rules: readonly Rule[],
    isBroken: (source: string) => boolean = () => false,
  ): Render =>
  (source) => {
    if (isBroken(source)) throw new SyntaxError('unclosed')
    return source.replaceAll(marks, (_whole, inner: string) => {
      for (const [shape, result] of rules) {
        const found = shape.exec(inner.trim())
        if (found !== null) return result(...found.slice(1))
      }
      throw new SyntaxError(inner)
    })
  }
/** The end of a triage text: marks that never close. */
const isHalf = (source: string): boolean => source.includes('{{<')

/** Engines of other languages, by the part of them that payloads meet. */
export const SMALL: Readonly<Record<string, Render>> = {
  Jinja2: small(
    /\{\{(.*?)\}\}/g,
    [PRODUCT, TEXT, [/^'(\w+)'\*2$/, (text = '') => text + text], [/^[a-z]\w*$/, () => '']],
    (source) => /\{\{(?:=|<|$)|\{%(?! )|\| times/.test(source) || /\{\{[^}]*$/.test(source),
  ),
  Freemarker: small(
    /[$#]\{(.*?)\}/g,
    [grouped, [/^"(\w+)"\?upper_case$/, (text = '') => text.toUpperCase()]],
    isHalf,
  ),
  Smarty: small(
    /\{(.*?)\}/g,
    [PRODUCT, [/^'(\w+)'\|upper$/, (text = '') => text.toUpperCase()]],
    isHalf,
  ),
  Thymeleaf: small(/\[\[\$\{(.*?)\}\]\]/g, [PRODUCT]),
  'Java EL': small(/\$\{(.*?)\}/g, [PRODUCT, EQUALS], isHalf),
  Ruby: small(/#\{(.*?)\}/g, [PRODUCT, UPCASE], isHalf),
  SpEL: small(/#\{(.*?)\}/g, [PRODUCT, EQUALS], isHalf),
  ERB: small(/<%= (.*?) %>/g, [PRODUCT, UPCASE], (source) => /<%#[^%]*$/.test(source)),
  Razor: small(/@\((.*?)\)/g, [PRODUCT]),
  Mako: small(/\$\{(.*?)\}/g, [PRODUCT], (source) => source.includes('<%') || isHalf(source)),
}
