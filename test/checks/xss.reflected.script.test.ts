import check from '../../src/scanner/checks/input/xss.reflected.ts'
import { testCheck } from '../support/check-tester.ts'
import { lets, page } from '../support/reflecting.ts'
import { escapeHtml } from '../support/site.ts'

const inLine = (v: string) => `<script>\n// for ${v}\nvar n = 1</script>`

const jsEscape = (value: string) =>
  value.replace(/[\\'"`]/g, String.raw`\$&`).replace(/[\n\u2028]/g, '')
const jsEscapeQuotesOnly = (value: string) => value.replace(/'/g, String.raw`\'`)
const safeJson = (value: string) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

testCheck(check, {
  clean: {
    'escapes a string of script': {
      ...page((v) => `<script>var q = ${v}</script>`, safeJson),
      requests: 6,
    },
    'escapes quotes and slashes of a string of script': page(
      (v) => `<script>var q = '${v}'</script>`,
      (v) => jsEscape(v).replaceAll('<', String.raw`\x3c`),
    ),
    'data blocks do not run': {
      ...page((v) => `<script type="application/json">{"q":${v}}</script>`, safeJson),
      requests: 3,
    },
    'a call of every word': page(
      (v) => `<p onclick="${v}()">hello</p>`,
      (v) => v.replace(/\W/g, ''),
    ),
    'markup that every value makes': {
      ...page(
        (v) => `<p onclick="show('${v}')">${v}</p>`,
        (v) => v.replace(/\W/g, ''),
      ),
      requests: 16,
    },
  },
  found: {
    'a string in single quotes': {
      ...page(
        (v) => `<script>var q = '${v}';</script>`,
        (v) => v.replaceAll('<', String.raw`\x3c`),
      ),
      match: /'-k\w+\(\)-'/,
      note: /script element/,
    },
    'a string in double quotes': page(
      (v) => `<script>find("${v}", 1)</script>`,
      (v) => v.replaceAll('<', ''),
    ),
    'a template string': page(
      (v) => '<script>find(`' + v + '`)</script>',
      (v) => v.replace(/[<`]/g, ''),
    ),
    'a string whose quotes are escaped, not its backslashes': page(
      (v) => `<script>var q = '${v}'\nvar n = 1</script>`,
      (v) => jsEscapeQuotesOnly(v).replaceAll('<', ''),
    ),
    'a call whose quotes are escaped, not its backslashes': page(
      (v) => `<script>find('${v}');\nvar n = 1</script>`,
      (v) => jsEscapeQuotesOnly(v).replaceAll('<', ''),
    ),
    'a string that can end the script element': page(
      (v) => `<script>var q = ${v}</script>`,
      (v) => JSON.stringify(v),
    ),
    'a data block that can end its element': page(
      (v) => `<script type="application/json">${v}</script>`,
      (v) => JSON.stringify(v),
    ),
    'a number in script': page(
      (v) => `<script>var n = ${v};</script>`,
      (v) => v.replace(/[<'"`]/g, ''),
    ),
    'a comment in script': page(
      (v) => `<script>\n// for ${v}\nvar n = 1</script>`,
      (v) => v.replace(/[<'"`]/g, ''),
    ),
    'a block comment in script': page(
      (v) => `<script>/* ${v} */var n</script>`,
      (v) => v.replace(/[<'"`]/g, ''),
    ),
    'a regular expression': page(
      (v) => `<script>var r = /${v}/</script>`,
      (v) => v.replace(/[<'"`]/g, ''),
    ),
    'an event handler, where character references are decoded first': {
      ...page((v) => `<button onclick="find('${v}')">go</button>`, escapeHtml),
      note: /`onclick` of <button>/,
    },
    'script in a link': page((v) => `<a href="javascript:find('${v}')">go</a>`, escapeHtml),
    'double quotes are escaped, backslashes not': page(
      (v) => `<script>var q = "${v}"\nvar n = 1</script>`,
      (v) => v.replaceAll('"', String.raw`\"`).replaceAll('<', ''),
    ),
    'double quotes of a call are escaped, backslashes not': page(
      (v) => `<script>find("${v}");\nvar n = 1</script>`,
      (v) => v.replaceAll('"', String.raw`\"`).replaceAll('<', ''),
    ),
    'a template string without places for values': lets(
      (v) => '<script>find(`' + v + '`)</script>',
      (v) => v.includes('`') && !v.includes('${') && !v.includes('<'),
    ),
    'a comment that a line feed ends': lets(inLine, (v) => v.includes('\n')),
    'a comment that another end of line ends': lets(inLine, (v) => v.includes('\u2028')),
  },
})
