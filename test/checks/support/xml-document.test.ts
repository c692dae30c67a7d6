import { expect, it } from 'vitest'

import { rootOf, withDoctype, xmlOfJson } from '../../../src/scanner/checks/support/xml-document.ts'

it.each([
  ['<order id="7"/>', 'order', 0],
  [' <?xml version="1.0"?>\n<a:order>x</a:order>', 'a:order', 23],
])('finds the element of %j', (document, name, start) => {
  expect(rootOf(document)).toEqual({ name, start })
})

it.each([
  ['text before it', 'text <order/>'],
  ['a comment alone', '<!-- order -->'],
  ['a long document', `<order>${'x'.repeat(20_000)}</order>`],
])('takes %s for no document', (_, text) => {
  expect(rootOf(text)).toBeNull()
  expect(withDoctype(text, '<!DOCTYPE q>')).toBe(text)
})

it.each([
  ['<order/>', '<!DOCTYPE q><order/>'],
  ['<?xml version="1.0"?><order/>', '<?xml version="1.0"?><!DOCTYPE q><order/>'],
  ['<!DOCTYPE order [ <!ENTITY a "b"> ]><order/>', '<!DOCTYPE q><order/>'],
])('puts the type into %j', (document, expected) => {
  expect(withDoctype(document, '<!DOCTYPE q>')).toBe(expected)
})

const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)

it.each([
  ['{"a":{"b":1},"c":"<&>"}', '<a><b>1</b></a><c>&lt;&amp;&gt;</c>'],
  ['{"a":null,"b":[true,"x"]}', '<a>null</a><b><item>true</item><item>x</item></b>'],
  ['{}', ''],
  [nested(10), `${'<a>'.repeat(10)}1${'</a>'.repeat(10)}`],
])('writes %j as elements', (text, content) => {
  expect(xmlOfJson(text)).toBe(`<?xml version="1.0"?><root>${content}</root>`)
})

it.each(['{"a b":1}', '{"a":{"1":2}}', 'order=7', nested(11)])('has no form for %j', (text) => {
  expect(xmlOfJson(text)).toBeNull()
})
