import dot from 'dot'
import ejs from 'ejs'
import { Eta } from 'eta'
import Handlebars from 'handlebars'
import { Liquid } from 'liquidjs'
import template from 'lodash.template'
import mustache from 'mustache'
import nunjucks from 'nunjucks'
import pug from 'pug'
import * as squirrelly from 'squirrelly'
import twig from 'twig'
import { get, post, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link, list } from '../../../kit/frame.ts'
import { encode, html, json } from '../../../kit/html.ts'
import { cookie, field, leaf, param, segment, withCookie } from '../../../kit/values.ts'
import { attempt } from '../bounded.ts'
import { BOOKS, page } from '../layout.ts'

const cards = new nunjucks.Environment([], { autoescape: true })
const shelf = new Eta({ autoEscape: false })
const layouts = new Liquid()
const ROW = Handlebars.compile('<table><tr><td>{{line}}</td></tr></table>')
const STICKER = dot.template('{{=it.word}}!')
const COVER = template('Cover: <%= alt %>')
const INVOICE = twig.twig({ data: '{{ "Note: " ~ text }}', rethrow: true })

/** The same engines, the value handed over as data; and one engine that has no logic. */
export const templateTwins: readonly Route[] = [
  hub(page, '/plain', 'Plain editions', [
    link('/cards/plain?name=Ada', 'Plain greeting card'),
    link('/catalogue/column?show=title', 'Plain catalogue'),
    link('/tags/Fragile', 'Tag'),
    link('/badges/plain?label=Reader', 'Plain badge'),
    link('/covers/plain?alt=Front', 'Plain cover'),
    link('/labels/row?line=Ada', 'Row of labels'),
    form('post', '/letters/merge', [['body', 'Hello reader', 'textarea']]),
    link('/letters/closed', 'A closed letter'),
    link('/invoices/remark?text=Thanks', 'Remark on an invoice'),
    form('post', '/footers/check', [['footer', 'Printed in spring']]),
    link('/signatures/plain?line=Yours', 'Plain signature'),
    link('/mail/simple?text=Hi', 'Simple mail'),
  ]),
  get('/cards/plain', (request) =>
    page('Card', cards.renderString('<p>Dear {{ name }},</p>', { name: param(request, 'name') })),
  ),
  get('/catalogue/column', (request) => {
    const show = param(request, 'show')
    const rows = BOOKS.map((book) => shelf.renderString('<%= it.book[it.show] %>', { book, show }))
    return page('Catalogue', list(rows.map(encode)))
  }),
  get('/tags/*', (request) =>
    page('Tag', `<p class="tag">${encode(STICKER({ word: segment(request, 2) }))}</p>`),
  ),
  get('/badges/plain', (request) => {
    const markup = pug.render('span.badge= label', { label: param(request, 'label') })
    return page('Badge', `<pre>${encode(markup)}</pre>`)
  }),
  get('/covers/plain', (request) => {
    const alt = encode(COVER({ alt: param(request, 'alt') }))
    return page('Cover', `<img src="/assets/cover.svg" alt="${alt}">`)
  }),
  get('/labels/row', (request) => page('Labels', ROW({ line: param(request, 'line') }))),
  post('/letters/merge', (request) => {
    const letter = ejs.render('<%- body %>, {{7*7}} times', { body: field(request, 'body') })
    return page('Preview', `<pre>${encode(letter)}</pre>`)
  }),
  get('/letters/closed', (request) => {
    const ending = cookie(request, 'ending') || 'Yours'
    const letter = cards.renderString('<p>{{ ending }}, the press</p>', { ending })
    const reply = page('A closed letter', letter)
    return request.cookies.has('ending') ? reply : withCookie(reply, 'ending=Yours')
  }),
  get('/invoices/remark', (request) =>
    page('Invoice', `<p>${encode(INVOICE.render({ text: param(request, 'text') }))}</p>`),
  ),
  post('/api/outline', (request) => {
    const view = { heading: leaf(request, '/layout/heading') }
    return json({ text: String(layouts.parseAndRenderSync('# {{ heading }}', view)) })
  }),
  post('/footers/check', (request) => {
    const footer = field(request, 'footer')
    return html(/[{}$#%<>]/.test(footer) ? '' : encode(footer))
  }),
  get('/signatures/plain', (request) => {
    const value = squirrelly.render('{{it.line | safe}}', { line: param(request, 'line') })
    return page('Signature', `<form><input name="line" value="${encode(value)}"></form>`)
  }),
  get('/mail/simple', (request) => {
    const mail = attempt(
      () => mustache.render(param(request, 'text'), {}),
      () => 'This mail has a mistake in it.',
    )
    return page('Mail', `<pre>${encode(mail)}</pre>`)
  }),
]
