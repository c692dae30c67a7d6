import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/passive/info.stacktrace.ts'
import { TRACE_FORMATS } from '../../src/scanner/payloads/stack-traces.ts'
import { testCheck } from '../support/check-tester.ts'
import { escapeHtml, html, type Reply } from '../support/site.ts'

const page = (trace: string, status = 500) => ({
  site: html(`<h1>Error</h1><pre>${escapeHtml(trace)}</pre>`, { status }),
})
const typed = (type: string, body: string): { site: Reply } => ({
  site: { status: 500, headers: { 'content-type': type }, body },
})

const JAVA = `java.lang.NullPointerException: null
\tat com.shop.web.CartController.add(CartController.java:42)
\tat com.shop.web.CartController.<init>(CartController.java:17)
\tat java.base/java.lang.Thread.run(Thread.java:833)`
const NODE = `TypeError: Cannot read properties of undefined (reading 'id')
    at /srv/shop/routes/cart.js:12:31
    at Layer.handle [as handle_request] (/srv/shop/node_modules/express/lib/router/layer.js:95:5)
    at async next (file:///srv/shop/app.mjs:4:2)`
/** Each ending of a script's name that Node.js runs. */
const endings = (ending: string): string =>
  `at /srv/shop/a.${ending}:1:2\n    at run (/srv/shop/b.${ending}:3:4)`
const YELLOW = `[NullReferenceException: Object reference not set to an instance of an object.]
   Shop.Orders.Show.Page_Load(Object sender, EventArgs e) in D:\\Sites\\Shop\\Show.aspx.cs:27
   System.Web.UI.Control.OnLoad(EventArgs e) +108`
const PYTHON = `Traceback (most recent call last):
  File "/srv/shop/views.py", line 12, in show
    return items[key]
KeyError: 'lamp'`
const TRACES: Readonly<Record<string, readonly [trace: string, language: string, first: RegExp]>> =
  {
    Java: [JAVA, 'java', /CartController\.java:42/],
    Kotlin: [
      'at shop.CartKt.main(Cart.kt:12)\nat shop.CartKt$run$1.invoke(Cart.kt:9)',
      'kotlin',
      /Cart\.kt:12/,
    ],
    Scala: [
      'at shop.Cart$.add(Cart.scala:12)\nat shop.Main$.main(Main.scala:3)',
      'scala',
      /Cart\.scala:12/,
    ],
    '.NET': [
      'System.NullReferenceException: Object reference\n   at Shop.Cart.Add(Int32 id) in C:\\src\\Shop\\Cart.cs:line 42',
      '.net',
      /Cart\.cs:line 42/,
    ],
    '.NET, the page of ASP.NET': [YELLOW, '.net', /Show\.aspx\.cs:27/],
    '.NET, the same with a number of the error': [
      '[SqlException (0x80131904): Timeout]\n   Shop.Db.Open() +12\n   Shop.Db.Read(String sql) +108',
      '.net',
      /Open\(\) \+12/,
    ],
    Python: [PYTHON, 'python', /views\.py/],
    'PHP, an exception': [
      'PHP Fatal error: Uncaught Exception\nStack trace:\n#0 /var/www/shop/cart.php(12): Shop\\Cart->add()\n#1 {main}',
      'php',
      /#0 \/var\/www/,
    ],
    'Node.js': [NODE, 'node.js', /routes\/cart\.js:12:31/],
    'Node.js, scripts': [endings('js'), 'node.js', /a\.js:1:2/],
    'Node.js, modules': [endings('mjs'), 'node.js', /a\.mjs:1:2/],
    'Node.js, CommonJS': [endings('cjs'), 'node.js', /a\.cjs:1:2/],
    'Node.js, TypeScript': [endings('ts'), 'node.js', /a\.ts:1:2/],
    Ruby: [
      "app/models/cart.rb:12:in `add'\n/usr/lib/ruby/gems/rack-2.2/lib/rack.rb:9:in 'Rack#call'",
      'ruby',
      /cart\.rb:12/,
    ],
    Go: [
      'panic: nil map\n\ngoroutine 18 [running]:\nmain.add(0xc000)\n\t/srv/shop/cart.go:12 +0x1d',
      'go',
      /cart\.go:12/,
    ],
    Perl: [
      'lamp at /srv/shop/cart.pl line 3.\n\tmain::add(12) called at /srv/shop/cart.pl line 9',
      'perl',
      /called at/,
    ],
  }
const PHP_WARNING =
  '<br />\n<b>Warning</b>:  Undefined array key "id" in <b>/var/www/shop/cart.php</b> on line <b>12</b><br />'
const PROSE = '<p>What a trace tells, and how to read one line after the other.</p>'.repeat(30)
const article = (trace: string, status = 200) => ({
  site: html(`<article>${PROSE}<pre><code>${escapeHtml(trace)}</code></pre>${PROSE}</article>`, {
    status,
  }),
})

it('has a trace for every format', () => {
  const all = [...Object.values(TRACES).map(([trace]) => trace), PHP_WARNING]
  const unproved = TRACE_FORMATS.filter(
    ({ hints, frame }) =>
      !hints.every((hint) => all.some((text) => text.includes(hint) && text.search(frame) !== -1)),
  )
  expect(unproved).toEqual([])
})

testCheck(check, {
  clean: {
    'an error without a trace': { site: html('<h1>Error 500</h1>', { status: 500 }) },
    'one frame is none': page('failed at com.shop.Cart.add(Cart.java:42)'),
    'what only looks like the page of ASP.NET': page(
      'Exception: three calls\n   Shop.Cart.Add(id) +1\n   Shop.Cart.Run(id) +2',
    ),
    'the page of ASP.NET with one frame': page('[LampException: lamp]\n   Shop.Lamp.On() +1'),
    'frames far apart': {
      site: html(
        `<p>at com.shop.Cart.add(Cart.java:42)</p>${PROSE}<p>at com.shop.Cart.run(Cart.java:4)</p>`,
      ),
    },
    'a head without frames': page('Traceback (most recent call last): see the log'),
    'frames far behind their head': page(
      `Traceback (most recent call last):${' '.repeat(2100)}File "/a.py", line 1, in f`,
    ),
    'goroutines are counted': page('goroutine profile: total 7\n/srv/shop/cart.go:12'),
    'frames of a browser': page(
      'at add (https://shop.test/app.js:1:20)\nat run (https://shop.test/app.js:2:9)',
    ),
    'a list of files': page('src/cart.js:12:1\nsrc/list.js:4:2\nlib/a.rb:12\nlib/b.rb:13'),
    'a warning without a path': page('Warning: 3 items are missing in your cart on line 12'),
  },
  found: {
    ...Object.fromEntries(
      Object.entries(TRACES).map(([name, [trace, language, first]]) => [
        name,
        {
          ...page(trace),
          match: first,
          discriminators: [language],
          confidence: 'confirmed' as const,
        },
      ]),
    ),
    'PHP, a warning in a page that works': {
      site: html(`${PHP_WARNING}<p>Your cart</p>`),
      match: /cart\.php/,
      confidence: 'confirmed',
      discriminators: ['php'],
    },
    'in JSON': {
      ...typed('application/json', JSON.stringify({ error: { stack: NODE } })),
      discriminators: ['node.js'],
    },
    'in XML': {
      ...typed('text/xml', `<fault>${escapeHtml(JAVA)}</fault>`),
      discriminators: ['java'],
    },
    'in text': { ...typed('text/plain', PYTHON), discriminators: ['python'] },
    'lines as list items': {
      site: html(`<ul><li>${JAVA.split('\n').map(escapeHtml).join('</li><li>')}</li></ul>`),
      note: /frames read: 3/,
      confidence: 'confirmed',
    },
    'an error page with status 200': { ...page(JAVA, 200), confidence: 'confirmed' },
    'two forms of one language are one': {
      ...page(`${YELLOW}\n at Shop.Cart.Add(Int32 id) in C:\\src\\Cart.cs:line 42`),
      discriminators: ['.net'],
    },
    'in text that only looks like an article': {
      site: {
        headers: { 'content-type': 'text/plain' },
        body: `<article>${PROSE}${JAVA}${PROSE}</article>`,
      },
      confidence: 'confirmed',
    },
    'in a comment of an article': {
      site: html(`<article>${PROSE}<!-- ${JAVA} -->${PROSE}</article>`),
      confidence: 'confirmed',
    },
    'behind a comment, in an article': {
      site: html(`<article><!-- a -->${PROSE}<pre>${escapeHtml(JAVA)}</pre></article>`),
      confidence: 'possible',
    },
    'an article about traces': { ...article(JAVA), confidence: 'possible', reason: /example/ },
    'an error page that talks a lot': { ...article(JAVA, 500), confidence: 'confirmed' },
    'a page that talks a lot around a trace of its own': {
      site: html(`${PROSE}<div>${escapeHtml(JAVA)}</div>${PROSE}`),
      confidence: 'confirmed',
    },
    'a trace behind an article': {
      site: html(`<article>${PROSE}</article><div>${escapeHtml(JAVA)}</div>`),
      confidence: 'confirmed',
    },
    'two languages': { ...page(`${JAVA}\n${PYTHON}`), discriminators: ['java', 'python'] },
    'a lone frame before the trace': {
      ...page(`at a.B.c(B.java:1)${' -'.repeat(200)}${JAVA}`),
      match: /CartController\.java:42/,
    },
  },
  skipped: {
    'a script': typed('text/javascript', `/* ${NODE} */`),
    'a style': typed('text/css', `/* ${NODE} */`),
    'an empty answer': typed('text/plain', ''),
  },
})
