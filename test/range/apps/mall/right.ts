import { encode, redirect, scriptJson } from '../../kit/html.ts'
import { readText } from '../ops/disk.ts'
import { join } from 'node:path'
import type { Behaviour } from './flaws.ts'

const CHOICES: ReadonlySet<string> = new Set(['name', 'price', 'red', 'green', 'now', 'serif'])
const FILES: ReadonlySet<string> = new Set(['guide.txt', 'notes.txt'])

/** What an input of some name does where nothing is wrong: the clean twins of the flaws. */
const RIGHT: Readonly<Record<string, Behaviour>> = {
  q: (value) => `<p>Results for ${encode(value)}</p>`,
  brand: (value, { goods }) => {
    const rows = goods.prepare('SELECT name FROM goods WHERE brand = ? LIMIT 20').all(value)
    return `<ul>${rows.map((row) => `<li>${encode(String(row['name']))}</li>`).join('')}</ul>`
  },
  item: (value, { goods }) => {
    const row = goods.prepare('SELECT name FROM goods WHERE id = ?').get(value)
    return row === undefined ? '<p>Nothing here.</p>' : `<p>${encode(String(row['name']))}</p>`
  },
  number: (value) =>
    /^\d+$/.test(value) ? `<p>Order ${Number(value)} left us.</p>` : '<p>No number.</p>',
  back: (value) => (/^[a-z]+$/.test(value) ? redirect(`./${value}`) : '<p>Where to?</p>'),
  file: async (value, { disk }) =>
    FILES.has(value)
      ? `<pre>${encode((await readText(join(disk.root, value))) ?? '')}</pre>`
      : '<p>No such guide.</p>',
  host: async (value, { runner }) =>
    `<pre>${encode((await runner.run('/usr/bin/printf', ['PING %s', value])).out)}</pre>`,
  line: (value) => `<script>const label = ${scriptJson(value)}</script>`,
  text: (value) => `<textarea name="again">${encode(value)}</textarea>`,
  title: (value) => `<input name="shown" value="${encode(value)}">`,
}

/** Others know a few values, and show nothing of what they are given. */
const chosen: Behaviour = (value) => `<p>${CHOICES.has(value) ? 'As you like it' : 'As usual'}.</p>`

export const rightFor = (input: string): Behaviour => RIGHT[input] ?? chosen
