import { get, post, type Received, type Reply, type Route } from '../../../kit/app.ts'
import { encode, html } from '../../../kit/html.ts'
import { page } from '../../../store/layout.ts'

const param = (request: Received, name: string): string => request.query.get(name) ?? ''

/** One route per place in the markup, each with the encoding that its author thought enough. */
const shows = (path: string, name: string, show: (value: string) => Reply): Route =>
  get(path, (request) => show(param(request, name)))

export const xssRoutes: readonly Route[] = [
  shows('/hello', 'name', (value) => page('Greeting card', `<p>Dear ${value},</p>`)),
  shows('/gallery', 'size', (value) =>
    page('Gallery', `<div class="size-${value.replace(/[<>]/g, '')}">Pictures</div>`),
  ),
  shows('/banner', 'color', (value) =>
    page(
      'Banner',
      `<div data-color='${value.replaceAll('"', '&quot;').replace(/[<>]/g, '')}'>Sale</div>`,
    ),
  ),
  shows('/print', 'title', (value) => page('Print view', '<p>A list.</p>', { title: value })),
  // JSON is a subset of JavaScript, but not of the text of a script element.
  shows('/track', 'id', (value) =>
    page('Parcel', `<script>window.parcel = ${JSON.stringify({ id: value })}</script>`),
  ),
  shows('/measure', 'unit', (value) =>
    page('Units', `<script>window.unit = '${value.replace(/[<>]/g, '')}'</script><p>Measure.</p>`),
  ),
  // Encoded well, but nobody asked for the scheme.
  shows('/back', 'url', (value) => page('Back', `<a href="${encode(value)}">Go back</a>`)),
  shows('/list', 'view', (value) => page('List', `<!-- view: ${value} --><p>A list.</p>`)),
  shows('/note', 'text', (value) => page('Note', `<textarea readonly>${value}</textarea>`)),
  shows('/preview', 'text', (value) =>
    page('Preview', `<p>${value.replaceAll('<script', '').replaceAll('onerror', '')}</p>`),
  ),
  shows('/lookup', 'code', (value) =>
    page('Unknown voucher', `<p>${value} is not a voucher of ours.</p>`, { status: 400 }),
  ),
  shows('/field', 'value', (value) =>
    page('Ruler', `<input name=length value=${encode(value)} type=text>`),
  ),
  // Data, but announced as a page.
  shows('/api/echo', 'msg', (value) => html(JSON.stringify({ echo: value }))),
  shows('/guides/care/wood/oiling', 'mark', (value) =>
    page('Oiling', `<p>Use thin oil, twice. You marked <mark>${value}</mark>.</p>`),
  ),
  shows('/clearance', 'tag', (value) => page('Clearance', `<h2>Last ones: ${value}</h2>`)),
  post(
    '/survey',
    ({ form }) => page('Thank you', `<p>Greetings to ${form.get('town') ?? ''}!</p>`),
    'state',
  ),
]
