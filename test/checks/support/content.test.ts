import { expect, it } from 'vitest'

import { isHtml, isSuccess } from '../../../src/scanner/checks/support/content.ts'
import { requestOf } from '../../support/inputs.ts'
import { answer, type Reply } from '../../support/site.ts'

const responseTo = (reply: Reply) => answer(reply, requestOf({}), 0)

it.each<readonly [name: string, reply: Reply, isPage: boolean]>([
  ['by its type', { headers: { 'content-type': 'Text/HTML; charset=utf-8' } }, true],
  ['by another type', { headers: { 'content-type': 'text/plain' }, body: '<html>' }, false],
  ['by how it begins', { body: ' <!-- a --> <p>hello</p>' }, true],
  ['by how it begins, as text', { body: 'hello <p>you</p>' }, false],
  [
    'by how it begins, which is not to be sniffed',
    { headers: { 'x-content-type-options': 'nosniff' }, body: '<p>hello</p>' },
    false,
  ],
])('a page %s', (_, reply, isPage) => {
  expect(isHtml(responseTo(reply))).toBe(isPage)
})

it.each([
  [101, false],
  [200, true],
  [204, true],
  [304, false],
  [404, false],
])('a status of %i is a success: %s', (status, isOne) => {
  expect(isSuccess(responseTo({ status }))).toBe(isOne)
})
