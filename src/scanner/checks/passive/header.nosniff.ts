import { passive } from '../check.ts'
import { isSuccess } from '../support/content.ts'
import { READ } from '../support/grades.ts'

export default passive({
  meta: {
    id: 'header.nosniff',
    title: 'Browsers may guess the type of answers',
    category: 'Security headers',
    severity: 'low',
    owasp: 'A06:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-693',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'missing or invalid',
    probes: ['reads X-Content-Type-Options of successful answers'],
    description:
      'Without `X-Content-Type-Options: nosniff` a browser may take an answer for something else than its ' +
      'Content-Type says: text or an uploaded file can be run as script or style on another page of the site.',
    remediation:
      'Send `X-Content-Type-Options: nosniff` with every answer, set once in the web server or a middleware, ' +
      'and make sure that each answer has the right Content-Type.',
    references: [
      'https://fetch.spec.whatwg.org/#x-content-type-options-header',
      'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Content-Type-Options',
    ],
  },

  appliesTo: ({ response }) => isSuccess(response) && response.body !== '',

  *run(exchange) {
    const value = exchange.response.headers.get('x-content-type-options')
    // Fetch takes the first value of a list only: "nosniff, foo" is fine, "foo, nosniff" is not.
    if (value?.split(',')[0]?.trim().toLowerCase() === 'nosniff') return
    const isMissing = value === null
    yield {
      confidence: 'confirmed',
      reason: READ,
      discriminator: isMissing ? 'missing' : 'invalid',
      location: 'response',
      evidence: {
        exchange,
        match: value === '' ? null : value,
        note: isMissing
          ? 'The answer has no X-Content-Type-Options header.'
          : `The first value of X-Content-Type-Options is not "nosniff", so browsers ignore it.`,
      },
    }
  },
})
