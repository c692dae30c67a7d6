import ejs from 'ejs'
import { Liquid } from 'liquidjs'
import nunjucks from 'nunjucks'
import * as squirrelly from 'squirrelly'
import twig from 'twig'
import velocity from 'velocityjs'
import { get, post, type Route } from '../../../kit/app.ts'
import { form, hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { encode, html, json } from '../../../kit/html.ts'
import { cookie, field, leaf, param, withCookie } from '../../../kit/values.ts'
import { attempt } from '../bounded.ts'
import { page } from '../layout.ts'

const letters = new nunjucks.Environment([], { autoescape: false })
const layouts = new Liquid()

/** Against the worst of templates; what else they can do is left. */
const FORBIDDEN = /process|require|constructor|prototype|global|import/gi

/** Letters, invoices and footers whose words become part of a template's source. */
export const letterRoutes: readonly Route[] = [
  hub(page, '/letters', 'Letters and invoices', [
    form('post', '/letters/preview', [
      ['subject', 'Spring list'],
      ['body', 'Hello reader', 'textarea'],
    ]),
    link('/letters/open', 'An open letter'),
    link('/invoices/note?text=Thanks', 'Note on an invoice'),
    form('post', '/footers/preview', [['footer', 'Printed in spring']]),
    link('/signatures?line=Yours', 'Signature'),
  ]),
  post('/letters/preview', (request) => {
    const body = attempt(
      () => ejs.render(field(request, 'body'), { year: 2027 }),
      () => 'This letter has a mistake in it.',
    )
    return page(
      'Preview',
      `<h2>${encode(field(request, 'subject'))}</h2><pre>${encode(body)}</pre>`,
    )
  }),
  get('/letters/open', (request) => {
    const salute = cookie(request, 'salute') || 'Dear'
    const letter = attempt(
      () => letters.renderString(`${salute} reader, {{ count }} books are new.`, { count: 3 }),
      () => 'Dear reader',
    )
    const reply = page('An open letter', `<p>${encode(letter)}</p>`)
    return request.cookies.has('salute') ? reply : withCookie(reply, 'salute=Dear')
  }),
  get('/invoices/note', (request) => {
    const data = `{{ "Note: ${param(request, 'text')}" }}`
    const note = attempt(
      () => twig.twig({ data, rethrow: true }).render({}),
      () => 'Note:',
    )
    return page('Invoice', `<p>${encode(note)}</p>`)
  }),
  post('/api/layout', (request) => {
    const source = `# ${leaf(request, '/layout/heading')}\n\n{{ count }} titles`
    return attempt(
      () => json({ text: String(layouts.parseAndRenderSync(source, { count: 3 })) }),
      () => json({ error: 'layout' }, 400),
    )
  }),
  post('/footers/preview', (request) =>
    attempt(
      () => html(encode(velocity.render(field(request, 'footer'), { year: 2027 }))),
      () => html(''),
    ),
  ),
  get('/signatures', (request) => {
    const line = param(request, 'line').replace(FORBIDDEN, '')
    const value = attempt(
      () => squirrelly.render(`${line}, {{it.press}}`, { press: 'Plover Press' }),
      () => '',
    )
    return page('Signature', `<form><input name="line" value="${encode(value)}"></form>`)
  }),
]
