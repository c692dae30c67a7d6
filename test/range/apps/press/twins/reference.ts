import { get, type Route } from '../../../kit/app.ts'
import { hub } from '../../../kit/forms.ts'
import { link } from '../../../kit/frame.ts'
import { encode, html } from '../../../kit/html.ts'
import { param } from '../../../kit/values.ts'
import { page } from '../layout.ts'

// Pages that are never the same twice; a turn only has to move, not to be hard to guess.
const turn = { count: 0 }
function nextSerial(): number {
  turn.count += 1
  return (turn.count * 48_271) % 999_983
}

/** Words about templates and code, and other pages that look as if something was computed. */
export const referenceTwins: readonly Route[] = [
  hub(page, '/reference', 'Reference', [
    link('/reference/templates?topic=loops', 'Template syntax'),
    link('/reference/eval?topic=eval', 'JavaScript in formulas'),
    link('/reference/say?text=Hi', 'Say'),
    link('/reference/length?text=four', 'Count characters'),
    link('/serials?batch=A', 'Serial numbers'),
    link('/blocked?text=Hi', 'Guest book'),
    link('/wiki/printing', 'Wiki'),
  ]),
  get('/reference/templates', (request) =>
    page(
      'Template syntax',
      `<p>You looked for ${encode(param(request, 'topic'))}.</p><pre>
{{7*7}} gives 49 in Nunjucks and Twig
&lt;%= 7*7 %&gt; gives 49 in EJS, Eta and lodash
#{7*7} gives 49 in Pug; {{ 7 | times: 7 }} gives 49 in Liquid
Error: Parse error on line 1: expected variable end
</pre>`,
    ),
  ),
  get('/reference/eval', (request) =>
    page(
      'JavaScript in formulas',
      `<p>About ${encode(param(request, 'topic'))}: <code>eval("6*7")</code> gives <b>42</b>.</p>
<pre>ReferenceError: x is not defined
SyntaxError: Unexpected identifier</pre>`,
    ),
  ),
  get('/reference/say', (request) => page('Say', `<p>${encode(param(request, 'text'))}</p>`)),
  get('/reference/length', (request) =>
    page('Count', `<p>${param(request, 'text').length} characters</p>`),
  ),
  get('/serials', (request) => {
    const serials = Array.from({ length: 8 }, nextSerial)
    return page('Serials', `<p>Batch ${encode(param(request, 'batch'))}: ${serials.join(', ')}</p>`)
  }),
  get('/blocked', (request) =>
    /[{}<>$#"']/.test(param(request, 'text'))
      ? html('<h1>Request blocked</h1><p>The firewall stopped this request.</p>', 403)
      : page('Guest book', '<p>Thank you for your visit.</p>'),
  ),
  // A catch-all: everything below it answers 200, whether it exists or not.
  get('/wiki/*', () => page('Wiki', '<p>This article is not written yet.</p>')),
]
