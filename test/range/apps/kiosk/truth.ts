import { alsoByOtherMeans, atPath, must, type Truth } from '../../truth.ts'

const expected = [
  must('sqli.boolean', ['GET', '/shop/goods', 'name'], 'text, errors hidden'),
  must('sqli.error', ['POST', '/shop/notes', 'sku'], 'text, in a form'),
]

export const truth: Truth = {
  expected: [
    ...expected,
    { ...atPath('info.dberror', '/shop/notes', 'shows the error'), must: false },
    ...alsoByOtherMeans(expected),
  ],
  clean: [
    { path: '/shop/wares', parameter: 'name', why: 'bound' },
    { path: '/shop/slips', parameter: 'sku', why: 'bound' },
  ],
}
