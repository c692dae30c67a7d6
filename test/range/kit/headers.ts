/** A strict policy, by directive. */
export const RIGHT_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** A policy of the right kind, with some directives in other words. */
export const policy = (changed: Readonly<Record<string, string>> = {}): string =>
  Object.entries({ ...RIGHT_POLICY, ...changed })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** What a careful site sends with every answer over plain http. */
export const RIGHT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policy(),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}
