import { passive } from '../check.ts'
import { isHtml, isSuccess } from '../support/content.ts'
import { OBSERVATION, READ } from '../support/grades.ts'
import { parseDictionary } from '../support/structured.ts'

/** Features that see, hear, locate or pay (Permissions Policy registry): asked for by one prompt. */
const POWERFUL: ReadonlySet<string> = new Set([
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'geolocation',
  'hid',
  'idle-detection',
  'local-fonts',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'window-management',
])

type Flaw = Readonly<{ kind: 'missing' | 'invalid' | 'wildcard'; note: string }>

export default passive({
  meta: {
    id: 'header.permissions',
    title: 'Permissions-Policy is missing or lets everybody in',
    category: 'Security headers',
    severity: 'low',
    owasp: 'A06:2025',
    owasp2021: 'A05:2021',
    cwe: 'CWE-693',
    cvss: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    maxRequests: 0,
    oncePer: 'origin',
    profile: 'gate',
    discriminator: 'missing, invalid or wildcard',
    probes: ['reads Permissions-Policy of pages'],
    description:
      'The Permissions-Policy names who may use features such as the camera, the microphone or the ' +
      'location: the page itself, some embedded sites, or nobody. A feature that is granted to `*` can be ' +
      'asked for by every site that is ever embedded, in the name of this one. Without a policy, injected ' +
      'script may ask for every feature too.',
    remediation:
      'Switch off what the site does not use, for example `Permissions-Policy: camera=(), microphone=(), ' +
      'geolocation=(), payment=()`, and grant the rest to named origins only.',
    references: [
      'https://www.w3.org/TR/permissions-policy-1/',
      'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Permissions-Policy',
    ],
  },

  appliesTo: ({ response }) =>
    isSuccess(response) && isHtml(response) && response.body.trim() !== '',

  *run(exchange) {
    const value = exchange.response.headers.get('permissions-policy')
    const flaw = flawOf(value)
    if (flaw === null) return
    yield {
      confidence: 'confirmed',
      reason: READ,
      discriminator: flaw.kind,
      location: 'response',
      ...(flaw.kind === 'wildcard' ? {} : { cvss: OBSERVATION }),
      evidence: { exchange, match: value, note: flaw.note },
    }
  },
})

function flawOf(value: string | null): Flaw | null {
  if (value === null) return { kind: 'missing', note: 'The page has no Permissions-Policy header.' }
  const policy = parseDictionary(value)
  if (policy === null) {
    return {
      kind: 'invalid',
      note: 'Permissions-Policy is no valid dictionary of RFC 9651, so browsers ignore all of it.',
    }
  }
  const granted = [...policy]
    .filter(([feature, words]) => POWERFUL.has(feature) && words.includes('*'))
    .map(([feature]) => feature)
  if (granted.length === 0) return null
  return { kind: 'wildcard', note: `Granted to every embedded site: ${granted.join(', ')}.` }
}
