import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { findExecution } from '../../../src/scanner/checks/support/execution.ts'
import { fill } from '../../../src/scanner/checks/support/fill.ts'
import { XSS_PAYLOADS } from '../../../src/scanner/payloads/xss.ts'
import { requestOf } from '../../support/inputs.ts'
import { answer, escapeHtml, html, type Reply } from '../../support/site.ts'

const exchangeOf = (body: string, reply: Reply = {}) => {
  const request = requestOf({})
  return { request, response: answer(html(body, reply), request, 0) }
}
/** As many documents, each in a frame of the one around it. */
const inFrames = (depth: number, inner = '<script>k9xq()</script>'): string =>
  depth === 0 ? inner : inFrames(depth - 1, `<iframe srcdoc="${escapeHtml(inner)}"></iframe>`)
const PAYLOADS = Object.values(XSS_PAYLOADS)
  .flatMap(({ direct, disguised }) => [...direct, ...disguised])
  .map((payload) => fill(payload, { m: 'k9xq', close: '</title>' }))

it('never finds any in encoded text', () => {
  const value = fc
    .array(fc.oneof(fc.constantFrom(...PAYLOADS), fc.string()))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(value, (text) => {
      const shown = escapeHtml(text)
      const body = `<title>${shown}</title><p title="${shown}">${shown}</p><input value='${shown}'>`
      expect(findExecution(exchangeOf(body), 'k9xq')).toBeNull()
    }),
  )
})

it('never finds any in a string of script that is written as JSON without <', () => {
  const value = fc
    .array(fc.oneof(fc.constantFrom(...PAYLOADS), fc.string()))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(value, (text) => {
      const json = JSON.stringify(text).replaceAll('<', String.raw`\u003c`)
      expect(findExecution(exchangeOf(`<script>var q = ${json}</script>`), 'k9xq')).toBeNull()
    }),
  )
})

it.each([
  ['in a template', '<template><script>k9xq()</script></template>'],
  ['where script is off', '<noscript><img src=x onerror=k9xq()></noscript>'],
  ['among choices', '<select><b onclick=k9xq()></select>'],
  ['in a script of another type', '<script type="text/template">k9xq()</script>'],
  ['in a script that loads another', '<script src=/a.js>k9xq()</script>'],
  ['in a script that does not parse', '<script>k9xq() k9xq()</script>'],
  ['in a string', '<script>var a = "k9xq()"</script>'],
  ['as a name only', '<script>var a = k9xq</script>'],
  ['in a comment of script', '<script>// k9xq()\n</script>'],
  ['in a sandboxed frame', '<iframe sandbox srcdoc="<script>k9xq()</script>"></iframe>'],
  ['in an image address', '<img src="javascript:k9xq()">'],
  ['on an element that hears nothing', '<meta onclick="k9xq()">'],
  ['in what only looks like a frame', '<p srcdoc="<script>k9xq()</script>"></p>'],
  ['in a frame that is too deep', inFrames(3)],
  ['as a second attribute of that name', '<p onclick="a()" onclick="k9xq()">'],
])('finds none %s', (_, body) => {
  expect(findExecution(exchangeOf(body), 'k9xq')).toBeNull()
})

it.each<readonly [name: string, body: string, how: string]>([
  ['in frames', inFrames(2), 'script element in srcdoc in srcdoc'],
  ['in the script of a list of choices', '<select><script>k9xq()</script>', 'script element'],
  ['first', '<p onclick="k9xq()"><a href="javascript:k9xq()">', '`onclick` of <p>'],
])('finds one %s', (_, body, how) => {
  expect(findExecution(exchangeOf(body), 'k9xq')?.how).toBe(how)
})

const SCRIPT = '<script>k9xq()</script>'
it.each<readonly [name: string, reply: Reply]>([
  ['plain text', { headers: { 'content-type': 'text/plain' } }],
  ['a download', { headers: { 'content-disposition': 'attachment' } }],
  ['the text of a redirect', { status: 302 }],
])('finds none in %s', (_, reply) => {
  expect(findExecution(exchangeOf(SCRIPT), 'k9xq')).not.toBeNull()
  expect(findExecution(exchangeOf(SCRIPT, reply), 'k9xq')).toBeNull()
})

it.each<readonly [name: string, body: string, isRun: boolean]>([
  ['of no namespace', '<r><p onclick="k9xq()"/></r>', false],
  ['of a namespace of its own', '<r xmlns="urn:shop"><p onclick="k9xq()"/></r>', false],
  ['of XHTML', '<r><p xmlns="http://www.w3.org/1999/xhtml" onclick="k9xq()"/></r>', true],
  ['of SVG', '<svg xmlns="http://www.w3.org/2000/svg"><g onclick="k9xq()"/></svg>', true],
])('in XML runs what is an element %s: %s', (_, body, isRun) => {
  const exchange = exchangeOf(body, { headers: { 'content-type': 'text/xml' } })
  expect(findExecution(exchange, 'k9xq') !== null).toBe(isRun)
})

it('quotes the place, however long the tag', () => {
  const found = findExecution(
    exchangeOf(`<p title="${'a'.repeat(5000)}" onclick="k9xq()">`),
    'k9xq',
  )
  expect(found?.how).toBe('`onclick` of <p>')
  expect(found?.match).toContain('onclick="k9xq()"')
  expect(found?.match.length).toBeLessThan(400)
})

it.each(['meta', 'base', 'head', 'title', 'param', 'template', 'noscript'])(
  'hears nothing on <%s>',
  (name) => {
    expect(findExecution(exchangeOf(`<${name} onclick="k9xq()">`), 'k9xq')).toBeNull()
    expect(findExecution(exchangeOf(`<p ${name} onclick="k9xq()">`), 'k9xq')?.how).toBe(
      '`onclick` of <p>',
    )
  },
)
