import type { Reply } from '../../../kit/app.ts'
import { encode, html, json, text } from '../../../kit/html.ts'
import { page, prose, type SitePage } from '../layout.ts'

type Case = Readonly<{ page: SitePage; cause: string }>
const at = (path: string, label: string, cause: string, reply: () => Reply): Case => ({
  page: { path, label, reply },
  cause,
})

const JAVA = `java.lang.NullPointerException: Cannot invoke "test.attic.booking.Slot.start()" because "slot" is null
	at test.attic.booking.SlotService.next(SlotService.java:88)
	at test.attic.booking.SlotController.list(SlotController.java:41)
	at java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:103)
	at org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1089)
	at java.base/java.lang.Thread.run(Thread.java:1583)
Caused by: java.io.EOFException: calendar ended early
	at test.attic.booking.Calendar.read(Calendar.java:19)
	... 42 more
`
const DOTNET = `[NullReferenceException: Object reference not set to an instance of an object.]
   Attic.Invoices.View.Page_Load(Object sender, EventArgs e) in D:\\Sites\\Attic\\Invoices\\View.aspx.cs:27
   System.Web.UI.Control.OnLoad(EventArgs e) +108
   System.Web.UI.Control.LoadRecursive() +90
   System.Web.UI.Page.ProcessRequestMain(Boolean includeStagesBeforeAsyncPoint, Boolean includeStagesAfterAsyncPoint) +1533
`
const PYTHON = `Traceback (most recent call last):
  File "/srv/forecast/venv/lib/python3.11/site-packages/flask/app.py", line 1484, in full_dispatch_request
    rv = self.dispatch_request()
  File "/srv/forecast/forecast/views.py", line 31, in damp
    return jsonify(readings[-1])
IndexError: list index out of range
`
const PHP = `<br />
<b>Fatal error</b>:  Uncaught TypeError: count(): Argument #1 ($value) must be of type Countable|array, null given in /srv/www/attic/inc/letters.php:52
Stack trace:
#0 /srv/www/attic/letters.php(14): list_letters(NULL)
#1 {main}
  thrown in <b>/srv/www/attic/inc/letters.php</b> on line <b>52</b><br />
`
const RAILS = `NoMethodError in GalleryController#recent
undefined method \`each' for nil:NilClass

Rails.root: /srv/gallery

app/controllers/gallery_controller.rb:12:in \`recent'
actionpack (7.0.4) lib/action_controller/metal/basic_implicit_render.rb:6:in \`send_action'
actionpack (7.0.4) lib/abstract_controller/base.rb:215:in \`process_action'
`
const GO = `panic: runtime error: index out of range [3] with length 3

goroutine 34 [running]:
main.(*Scale).Weigh(0xc0000b4000, 0x3)
	/home/olof/scale/scale.go:57 +0x1d
main.serveScale(0xc0000a8150)
	/home/olof/scale/main.go:24 +0x85
net/http.(*conn).serve(0xc0000d6000)
	/usr/local/go/src/net/http/server.go:2009 +0x5f4
`

/** A real failure of Node, handed to whoever asked. */
function nodeFailure(): Reply {
  try {
    return json({ opens: JSON.parse('{"monday": 9,}') })
  } catch (error) {
    const stack = error instanceof Error ? error.stack : undefined
    return json({ error: 'unexpected', stack }, 500)
  }
}

const bare = (title: string, body: string, status: number): Reply =>
  html(
    `<!DOCTYPE html>\n<html lang="en"><head><title>${encode(title)}</title></head><body>${body}</body></html>\n`,
    status,
  )

/** Services that fail on an ordinary request and tell the visitor all about it. */
export const TRACE_PAGES: readonly Case[] = [
  at('/booking/slots', 'Free slots', 'Java, on the error page of the framework', () =>
    bare(
      'Whitelabel Error Page',
      `<h1>Whitelabel Error Page</h1><p>There was an unexpected error (type=Internal Server Error, status=500).</p><div style="white-space:pre-wrap">${encode(JAVA)}</div>`,
      500,
    ),
  ),
  at('/invoices/view.aspx', 'Your invoice', '.NET, the yellow page', () =>
    bare(
      'Object reference not set to an instance of an object.',
      `<h1>Server Error in '/' Application.</h1><b>Stack Trace:</b><table><tr><td><code><pre>\n${encode(DOTNET)}</pre></code></td></tr></table>`,
      500,
    ),
  ),
  at('/forecast/damp', 'Damp forecast', 'Python, plain text', () => text(PYTHON, 500)),
  at('/letters.php', 'Letters from customers', 'PHP, within a page of status 200', () =>
    page('Letters from customers', `<p>What you wrote to us:</p>${PHP}`),
  ),
  at('/api/opening', 'Opening hours as data', 'Node, member of a JSON answer', nodeFailure),
  at('/gallery/recent', 'Recent pictures', 'Ruby on Rails, development page', () =>
    bare('Action Controller: Exception caught', `<h1>Error</h1><pre>${encode(RAILS)}</pre>`, 500),
  ),
  at('/scale/now', 'The scale in the workshop', 'Go, a panic as the body', () => text(GO, 500)),
]

type Twin = Readonly<{ page: SitePage; why: string }>

/**
 * An article that explains a trace is not a leak: it was published on purpose, in an `article`
 * with status 200, and the program in it is not the one that answered.
 */
export const TRACE_TWINS: readonly Twin[] = [
  {
    page: {
      path: '/blog/reading-traces.php',
      label: 'Blog: how to read a stack trace',
      reply: () =>
        page(
          'How to read a stack trace',
          `<article><p>Our nephew learns to program. The last line of what Python prints says what went wrong:</p>
<pre><code>${encode(`Traceback (most recent call last):
  File "hello.py", line 3, in <module>
    print(greeting)
NameError: name 'greeting' is not defined`)}</code></pre>
<p>In Java the first line says it, and the lines below say where:</p>
<pre><code>${encode(`Exception in thread "main" java.lang.ArithmeticException: / by zero
	at com.example.Lesson.divide(Lesson.java:7)
	at com.example.Lesson.main(Lesson.java:3)`)}</code></pre>
<p>Read it calmly, from there to the cause.</p></article>`,
        ),
    },
    why: 'an article about traces',
  },
  {
    page: {
      path: '/booking/cellar',
      label: 'Free slots in the cellar',
      reply: () =>
        page('Something went wrong', '<p>We were told. Reference 7f3a-11.</p>', { status: 500 }),
    },
    why: 'an error page that tells nothing',
  },
  {
    page: {
      path: '/api/closing',
      label: 'Closing days as data',
      reply: () => json({ error: 'unexpected', reference: '7f3a-12' }, 500),
    },
    why: 'an error as data that tells nothing',
  },
  {
    page: prose(
      '/blog/fatal-error.php',
      'Blog: a fatal error with wax',
      'Fatal error: we put hot wax on cold oak, in line 3 of our list of sins. No exception was caught at the door.',
    ),
    why: 'words of error messages in prose',
  },
]
