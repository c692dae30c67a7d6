import { must, ofOrigin, type Truth } from '../../truth.ts'

export const truth: Truth = {
  expected: [
    must('sqli.error', ['GET', '/book', 'id'], 'number glued in, error shown'),
    must('sqli.boolean', ['GET', '/book', 'id'], 'number glued in'),
    must('xss.reflected', ['GET', '/hello', 'name'], 'text'),
    ofOrigin('csp.policy', 'no policy at all'),
  ],
  clean: [],
}
