import { Parser } from 'htmlparser2'
import { runInNewContext } from 'node:vm'
import type { Answer } from './e2e-http.ts'

/** Values that call `z()` where they leave their place: one for each place in the markup. */
export const PLANTS: readonly string[] = [
  '<script>z()</script>',
  '<img src=x onerror=z()>',
  '"><img src=x onerror=z()>',
  '" onfocus="z()',
  "' onfocus='z()",
  'x onfocus=z() ',
  "'-z()-'",
  "\\'-z()//",
  '";z()//',
  'javascript:z()',
  '</script><script>z()</script>',
  '</title><script>z()</script>',
  '</textarea><script>z()</script>',
  '--><script>z()</script>',
  '<scr<script>ipt>z()</script>',
  '<b onclick=z()>bold</b>',
  // For whoever decodes once too often.
  '&lt;img src=x onerror=z()&gt;',
  '%3Cimg src=x onerror=z()%3E',
]

type Code = readonly string[]

/** All that a browser may run on a page: scripts, event handlers, `javascript:` addresses. */
function codeOf(markup: string, isXml: boolean): Code {
  const code: string[] = []
  let script: string | null = null
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'script' && !/json/.test(attributes['type'] ?? '')) script = ''
        for (const [attribute, value] of Object.entries(attributes)) {
          if (attribute.startsWith('on')) code.push(value)
          const [, address] = /^\s*javascript:(.*)/is.exec(value) ?? []
          if (address !== undefined && /^(?:href|src|action)$/.test(attribute)) code.push(address)
        }
      },
      ontext(text) {
        if (script !== null) script += text
      },
      onclosetag(name) {
        if (name !== 'script' || script === null) return
        code.push(script)
        script = null
      },
    },
    { xmlMode: isXml },
  )
  parser.end(markup)
  return code
}

/** True where a browser that shows this answer calls `z()`. */
export function callsPlanted({ headers, body }: Answer): boolean {
  const type = headers['content-type'] ?? ''
  const isXml = /xml/.test(type)
  if (!isXml && !type.startsWith('text/html')) return false
  let called = false
  const z = () => {
    called = true
  }
  for (const text of codeOf(body, isXml)) {
    try {
      runInNewContext(text, { z, window: {} })
    } catch {
      // A script that breaks runs no further, in a browser too.
    }
  }
  return called
}
