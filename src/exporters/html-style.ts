import { createHash } from 'node:crypto'

/** Foregrounds keep 4.5:1 on their backgrounds (WCAG 1.4.3); a test computes it. */
export const COLOURS = {
  light: {
    page: '#ffffff',
    panel: '#f4f5f7',
    text: '#1b1f24',
    faint: '#4b5563',
    line: '#c9ced6',
    link: '#0b4fae',
    mark: '#ffe28a',
    critical: '#7a1022',
    high: '#b3321b',
    medium: '#8a5300',
    low: '#1f5fa8',
    info: '#4b5563',
  },
  dark: {
    page: '#14171c',
    panel: '#1e232b',
    text: '#e8eaee',
    faint: '#aab2bf',
    line: '#3a424e',
    link: '#8ab8ff',
    mark: '#6b5200',
    critical: '#ff8fa3',
    high: '#ff9a80',
    medium: '#f2b84b',
    low: '#86b7f5',
    info: '#aab2bf',
  },
} as const

const variables = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

const SEVERITY_RULES = ['critical', 'high', 'medium', 'low', 'info']
  .map((name) => `.${name}{color:var(--${name});fill:var(--${name})}`)
  .join('\n')

export const STYLE = `:root{color-scheme:light dark;${variables(COLOURS.light)}}
@media (prefers-color-scheme:dark){:root{${variables(COLOURS.dark)}}}
*{box-sizing:border-box}
body{margin:0 auto;padding:2rem 1rem 4rem;max-width:62rem;background:var(--page);color:var(--text);font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.25}
h2{margin-top:3rem;border-bottom:1px solid var(--line);padding-bottom:.3rem}
h3{margin-top:2.5rem}
h4{margin:1.2rem 0 .3rem}
a{color:var(--link)}
table{border-collapse:collapse;width:100%;margin:1rem 0}
caption{text-align:left;color:var(--faint);padding-bottom:.3rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
th{overflow-wrap:break-word}
tbody th{width:11rem;font-weight:600}
table.list th:first-child,table.list td:first-child{width:3.5rem}
table.list .severity{width:7rem}
pre,code{font:.875em/1.5 ui-monospace,monospace;direction:ltr;unicode-bidi:isolate;white-space:pre-wrap}
pre{background:var(--panel);border:1px solid var(--line);border-radius:4px;padding:.7rem;margin:.4rem 0}
mark{background:var(--mark);color:inherit}
summary{cursor:pointer;font-weight:600;margin-top:.8rem}
.severity{font-weight:700}
.lead{font-size:1.15rem}
.top{display:flex;flex-wrap:wrap;gap:2rem;align-items:center}
.grade{font-size:3.5rem;font-weight:800;line-height:1;border:3px solid currentColor;border-radius:10px;padding:.6rem 1.1rem}
svg{display:block;max-width:100%;height:auto}
svg text{font:13px system-ui,sans-serif;fill:var(--text)}
svg .track{fill:var(--panel);stroke:var(--line)}
svg .bar{fill:var(--link)}
${SEVERITY_RULES}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;background:var(--page);padding:.5rem}
@media (max-width:40rem){
body{padding-top:1rem;font-size:15px}
h1{font-size:1.5rem}
table{table-layout:fixed}
tbody th{width:7.5rem}
table.list th:first-child,table.list td:first-child{width:2.6rem}
table.list .severity{width:5.2rem}
th,td{padding:.3rem}
}
@media print{
:root{${variables(COLOURS.light)}}
body{max-width:none;padding:0;font-size:11pt}
h2,h3,h4,summary{break-after:avoid}
tr,svg,.finding>table{break-inside:avoid}
details::details-content{content-visibility:visible;block-size:auto}
a{color:inherit}
.skip{display:none}
@page{margin:18mm 15mm}
}
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Nothing is loaded, nothing runs: the one style sheet is known by its hash. */
const META_PARTS = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
]
export const META_POLICY = META_PARTS.join('; ')

/** What a `meta` cannot say comes on top when the report is served. */
export const SERVED_POLICY = [
  ...META_PARTS,
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')
