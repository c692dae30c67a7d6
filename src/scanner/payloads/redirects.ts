/**
 * Spellings of "another host". `{host}` is ours and new for every request, `{word}` its first label;
 * `{own}` and `{name}` are the site's host with and without port, `{scheme}` its scheme, `{other}` the
 * other of the two.
 * `arrives` is the host a browser ends on. Ordered by how often they work.
 */
export const REDIRECT_PAYLOADS: readonly Readonly<{ text: string; arrives: string }>[] = [
  { text: 'https://{host}/', arrives: '{host}' },
  { text: '//{host}/', arrives: '{host}' },
  { text: '/\\{host}/', arrives: '{host}' },
  // Allow-lists that test how the value begins.
  { text: '{scheme}//{name}.{host}/', arrives: '{name}.{host}' },
  { text: '{scheme}//{own}@{host}/', arrives: '{host}' },
  // Allow-lists that test what it contains, or how it ends.
  { text: 'https://{host}/?{scheme}//{own}', arrives: '{host}' },
  { text: '{scheme}//{word}{name}/', arrives: '{word}{name}' },
  // Parsers that take a backslash for user info, where browsers take it for a slash.
  { text: 'https://{host}\\@{own}/', arrives: '{host}' },
  // Parsers that read no host behind three slashes; filters that know schemes by their letters.
  { text: '{scheme}///{host}/', arrives: '{host}' },
  { text: 'ht\ttps://{host}/', arrives: '{host}' },
  // Filters that look for two slashes.
  { text: '{other}{host}/', arrives: '{host}' },
  { text: '/\t/{host}/', arrives: '{host}' },
  { text: '\\/{host}/', arrives: '{host}' },
  // Filters that cut off or refuse exactly two.
  { text: '////{host}/', arrives: '{host}' },
  // Values decoded once more.
  { text: '%2F%2F{host}%2F', arrives: '{host}' },
  { text: '/%2F{host}/', arrives: '{host}' },
  // Values that are appended to a scheme, or to the site's own origin without a slash.
  { text: '{host}', arrives: '{host}' },
  { text: '@{host}/', arrives: '{host}' },
  { text: '.{host}/', arrives: '{name}.{host}' },
]

/** Places of the site itself, which whatever sends on lets through. `{word}` stands in the path. */
export const HARMLESS_PLACES = ['/{word}', '{scheme}//{own}/{word}?{scheme}//{own}'] as const

/** Members of an answer in JSON that say where a script should go. */
export const REDIRECT_MEMBERS =
  /^(?:location|redirect(?:_?(?:to|url|uri))?|(?:next|return|target|forward|continue)_?(?:to|url|uri)?|goto|url)$/i

/** Names that say "where to go next". */
export const REDIRECT_NAMES =
  /^(?:.*[_-])?(?:next|url|uri|redir(?:ect)?(?:_?(?:to|url|uri|path))?|return(?:_?(?:to|url|uri|path))?|continue|dest(?:ination)?|go_?to|forward(?:_?to)?|callback(?:_?url)?|back_?(?:url|to)|(?:success|cancel|error|logout|login|final|exit)_?(?:url|uri)|jump_?to|relay_?state|rurl|returnurl|redirecturl|redirecturi|target_?url|out|link)$/i

/** Values that are addresses, or paths of the site. */
export const REDIRECT_VALUES = /^(?:https?:|%2f|\/|www\.)/i
