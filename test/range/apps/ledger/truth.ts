import { alsoByOtherMeans, atPath, must, type Truth } from '../../truth.ts'

const expected = [
  must('sqli.boolean', ['GET', '/entries/BX-100', 'segment 2'], 'text, in the path, errors hidden'),
  must('sqli.error', ['GET', '/weights', 'most'], 'number, errors shown'),
]

export const truth: Truth = {
  expected: [
    ...expected,
    { ...atPath('info.dberror', '/weights', 'shows the error'), must: false },
    ...alsoByOtherMeans(expected),
  ],
  clean: [
    { path: '/records/TP-010', parameter: 'segment 2', why: 'bound' },
    { path: '/measures', parameter: 'most', why: 'numbers only' },
    { path: '/hidden', parameter: 'id', why: 'only a page for people links it' },
  ],
}
