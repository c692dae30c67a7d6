import { join } from 'node:path'
import nunjucks from 'nunjucks'
import type { Reply } from '../../kit/app.ts'
import { encode, html } from '../../kit/html.ts'
import { readText } from '../ops/disk.ts'
import type { Mall } from './mall.ts'

/** Markup for the page, or an answer in its place. */
export type Piece = string | Reply
export type Behaviour = (value: string, mall: Mall, path: string) => Piece | Promise<Piece>

const KEPT = 500
const templates = new nunjucks.Environment([], { autoescape: true })

const rowsOf = ({ goods }: Mall, condition: string): string =>
  goods
    .prepare(`SELECT name, brand FROM goods WHERE ${condition} LIMIT 20`)
    .all()
    .map((row) => `<li>${encode(String(row['name']))} by ${encode(String(row['brand']))}</li>`)
    .join('')

function stated(mall: Mall, condition: string, isTold: boolean): Piece {
  try {
    return `<ul>${rowsOf(mall, condition) || '<li>Nothing here.</li>'}</ul>`
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return isTold
      ? html(`<h1>Error</h1><pre>SQLite3::SQLException: ${encode(message)}</pre>`, 500)
      : '<ul><li>Nothing here.</li></ul>'
  }
}

const shell = async ({ runner }: Mall, line: string): Promise<Piece> =>
  `<pre>${encode((await runner.run('/bin/sh', ['-c', line])).out)}</pre>`

async function file({ disk }: Mall, name: string): Promise<Piece> {
  const content = await readText(join(disk.root, name))
  return content === null ? '<p>No such guide.</p>' : `<pre>${encode(content)}</pre>`
}

/** As `redirect` of libraries that put whatever they get into the header. */
const moved = (location: string): Reply => ({
  status: 302,
  rawHeaders: [`location: ${location.replace(/[\r\n].*$/s, '')}`],
  body: 'Moved',
})

export const FLAWS = {
  'shown as markup': (value) => `<p>Results for ${value}</p>`,
  'shown in an attribute': (value) => `<p data-of="${value}">Results</p>`,
  'shown in a script': (value) => `<script>var term = '${value}'</script>`,
  'kept and shown as markup': (value, { written }, path) => {
    const all = [...(written.get(path) ?? []), value].slice(-KEPT)
    if (value !== '') written.set(path, all)
    return all.map((text) => `<blockquote>${text}</blockquote>`).join('')
  },
  'in a statement, errors shown': (value, mall) => stated(mall, `id = ${value}`, true),
  'in a statement as text, errors shown': (value, mall) =>
    stated(mall, `place = '${value}' AND id < 30`, true),
  'in a statement, errors hidden': (value, mall) => stated(mall, `id = ${value}`, false),
  'in a statement as text, errors hidden': (value, mall) =>
    stated(mall, `brand = '${value}'`, false),
  'in a statement that tells nothing': async (value, { servers }) => {
    await servers.mysql.all(`SELECT subject FROM tickets WHERE id = ${value}`).catch(() => [])
    return '<p>Thank you, it is noted.</p>'
  },
  'names a file': (value, mall) => file(mall, value),
  'names a file, dots taken out once': (value, mall) => file(mall, value.replaceAll('../', '')),
  'in a command line': (value, mall) => shell(mall, `printf 'PING %s\\n' ${value}`),
  'in a command line, in double quotes': (value, mall) =>
    shell(mall, `printf 'PING %s\\n' "${value}"`),
  'names where to go': (value) => moved(value),
  'names where to go, no scheme': (value) =>
    /^\w+:/.test(value) ? '<p>Stay here.</p>' : moved(value),
  'in a header line': (value) => ({
    ...html('<p>Chosen.</p>'),
    rawHeaders: [`x-chosen: ${value}`],
  }),
  'in a template': (value) => {
    try {
      return `<p>${templates.renderString(`Dear ${encode(value)}`, {})}</p>`
    } catch {
      return html('<p>The label cannot be set.</p>', 500)
    }
  },
} as const satisfies Record<string, Behaviour>
export type FlawName = keyof typeof FLAWS
