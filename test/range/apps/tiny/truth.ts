import { alsoByOtherMeans, must, ofOrigin, type Truth } from '../../truth.ts'

const expected = [
  must('sqli.error', ['GET', '/book', 'id'], 'number glued in, error shown'),
  must('sqli.boolean', ['GET', '/book', 'id'], 'number glued in'),
  must('xss.reflected', ['GET', '/hello', 'name'], 'text'),
  ofOrigin('csp.policy', 'no policy at all'),
  ofOrigin('header.nosniff', 'no header at all'),
  ofOrigin('header.referrer', 'no header at all'),
  ofOrigin('header.permissions', 'no header at all'),
  ofOrigin('header.cross_origin', 'no header at all'),
  ofOrigin('clickjacking', 'no header at all'),
  ofOrigin('info.securitytxt', 'there is none'),
]

export const truth: Truth = {
  expected: [...expected, ...alsoByOtherMeans(expected)],
  clean: [],
}
