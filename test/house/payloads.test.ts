import { readdirSync } from 'node:fs'

import { expect, it } from 'vitest'

/** What no text that a scan sends may hold: it could change, stop or fill what it is sent to. */
const HARMFUL: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['SQL that writes', /\b(?:drop|delete|insert|update|truncate|alter|grant|replace into)\s/i],
  ['a second SQL statement', /;\s*(?:select|waitfor|declare|exec|call|begin|set)\b/i],
  ['SQL that widens a statement', /\bor\b\s*\(?\s*(?:\d|'|"|\{|true|not\b|select|sleep)/i],
  [
    'SQL that reads or writes files',
    /\b(?:into\s+(?:out|dump)file|load_file|xp_|copy\s+\w+\s+to)/i,
  ],
  [
    'a command that destroys',
    /(?:^|[;&|`$(\s])(?:rm|mv|dd|mkfs|shutdown|reboot|halt|kill|killall|chmod|chown|tee)\s/,
  ],
  ['a command that fetches', /(?:^|[;&|`$(\s])(?:wget|curl|nc|ncat|ping)\s/],
  ['a redirection into a file', />\s*(?:\/|~|\.\.?\/|&\d?\s*\/)/],
  ['a fork bomb', /:\(\)\s*\{|\bfork\b/],
  ['an external entity', /<!(?:ENTITY|DOCTYPE)[^>]*\b(?:SYSTEM|PUBLIC)\b/i],
  [
    'code that reaches the system',
    /child_process|\bsystem\s*\(|popen|Runtime\.getRuntime|ProcessBuilder/,
  ],
  ['a file that is opened', /\b(?:fopen|file_put_contents|unlink|writeFile|open\s*\(\s*['"])/],
  ['a sleep of more than seven seconds', /\bsleep\w*[\s(]+(?:[89]|\d{2,})/i],
]

const files = readdirSync('src/scanner/payloads').filter((file) => file.endsWith('.ts'))

/** Every text in the tables of a module, and what its functions make of plain words. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value instanceof RegExp || value === null) return []
  if (value instanceof Map || value instanceof Set) return textsIn([...value])
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value === 'object') return Object.values(value ?? {}).flatMap(textsIn)
  return []
}

it.each(files)('payloads/%s holds nothing that could do harm', async (file) => {
  const module: object = await import(/* @vite-ignore */ `../../src/scanner/payloads/${file}`)
  const harmful = textsIn(Object.values(module)).flatMap((text) =>
    HARMFUL.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${what}: ${text}`),
  )
  expect(harmful).toEqual([])
})

it.each([
  ["1'; DROP TABLE users --", 'SQL that writes'],
  ["1' OR '1'='1", 'SQL that widens a statement'],
  ['1; waitfor delay 5', 'a second SQL statement'],
  ['x; rm -rf x', 'a command that destroys'],
  ['$(curl http://x.example)', 'a command that fetches'],
  ['x > /tmp/x', 'a redirection into a file'],
  ['<!ENTITY x SYSTEM "file:///etc/passwd">', 'an external entity'],
  ['sleep(10)', 'a sleep of more than seven seconds'],
])('knows harm when it sees it: %s', (text, what) => {
  expect(HARMFUL.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)).toContain(what)
})
