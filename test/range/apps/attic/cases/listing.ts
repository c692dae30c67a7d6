import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { get, type Reply, type Route } from '../../../kit/app.ts'
import { encode, html } from '../../../kit/html.ts'
import type { WebFile, WebRoot } from '../disk.ts'

type Entry = Readonly<{ name: string; bytes: number }>
type Listing = Readonly<{
  path: string
  cause: string
  show(path: string, entries: readonly Entry[]): string
}>

const lines = (entries: readonly Entry[], line: (entry: Entry) => string): string =>
  entries.map(line).join('\n')

/** One folder per server, each listed in the words of that server. */
export const LISTINGS: readonly Listing[] = [
  {
    path: '/downloads/',
    cause: 'Apache, Options Indexes',
    show: (path, entries) => `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
<html>
 <head><title>Index of ${path.slice(0, -1)}</title></head>
 <body>
<h1>Index of ${path.slice(0, -1)}</h1>
<table>
<tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th><th><a href="?C=S;O=A">Size</a></th></tr>
<tr><td><a href="/">Parent Directory</a></td><td>&nbsp;</td><td align="right">  - </td></tr>
${lines(entries, ({ name, bytes }) => `<tr><td><a href="${name}">${name}</a></td><td align="right">2026-03-02 09:00  </td><td align="right">${bytes} </td></tr>`)}
</table>
</body></html>
`,
  },
  {
    path: '/js/',
    cause: 'nginx, autoindex on',
    show: (path, entries) => `<html>
<head><title>Index of ${path}</title></head>
<body>
<h1>Index of ${path}</h1><hr><pre><a href="../">../</a>
${lines(entries, ({ name, bytes }) => `<a href="${name}">${name}</a>${' '.repeat(Math.max(1, 51 - name.length))}02-Mar-2026 09:00 ${String(bytes).padStart(19)}`)}
</pre><hr></body>
</html>
`,
  },
  {
    path: '/papers/',
    cause: 'http.server of Python',
    show: (path, entries) => `<!DOCTYPE HTML>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Directory listing for ${path}</title>
</head>
<body>
<h1>Directory listing for ${path}</h1>
<hr>
<ul>
${lines(entries, ({ name }) => `<li><a href="${name}">${name}</a></li>`)}
</ul>
<hr>
</body>
</html>
`,
  },
  {
    path: '/img/',
    cause: 'IIS, directory browsing',
    show: (path, entries) =>
      `<html><head><title>attic.test - ${path}</title></head><body><H1>attic.test - ${path}</H1><hr>

<pre><A HREF="/">[To Parent Directory]</A><br><br>${lines(entries, ({ name, bytes }) => `  3/2/2026  9:00 AM ${String(bytes).padStart(12)} <A HREF="${path}${name}">${name}</A><br>`)}</pre><hr></body></html>`,
  },
  {
    path: '/media/',
    cause: 'default servlet of Jetty',
    show: (path, entries) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Directory: ${path}</title>
</head>
<body>
<h1 class="title">Directory: ${path}</h1>
<table class="listing">
<thead>
<tr><th class="name"><a href="?C=N&amp;O=D">Name</a></th><th class="lastmodified">Last Modified</th><th class="size">Size</th></tr>
</thead>
<tbody>
<tr><td class="name"><a href="../">Parent Directory</a></td><td class="lastmodified">-</td><td>-</td></tr>
${lines(entries, ({ name, bytes }) => `<tr><td class="name"><a href="${path}${name}">${name}&nbsp;</a></td><td class="lastmodified">Mar 2, 2026, 9:00:00 AM&nbsp;</td><td class="size">${bytes} bytes&nbsp;</td></tr>`)}
</tbody>
</table>
</body></html>
`,
  },
]

/** The folders as they lie on the disk, without names that begin with a dot. */
export const listingRoutes = (root: WebRoot): readonly Route[] =>
  LISTINGS.map(({ path, show }) => get(path, (): Reply => html(show(path, entriesOf(root, path)))))

const entriesOf = (root: WebRoot, path: string): readonly Entry[] =>
  readdirSync(join(root.folder, path))
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .map((name) => ({
      name: encode(name),
      bytes: statSync(join(root.folder, path, name)).size,
    }))

const pdf = (title: string): string => `%PDF-1.4\n1 0 obj<</Title(${title})>>endobj\n%%EOF\n`
const svg = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path fill="${color}" d="M1 1.5h6v5.25z"/></svg>`
const document = (path: string, title: string): WebFile => ({
  path,
  type: 'application/pdf',
  content: () => pdf(title),
})
const picture = (path: string, color: string): WebFile => ({
  path,
  type: 'image/svg+xml',
  content: () => svg(color),
})
const film = (path: string): WebFile => ({
  path,
  type: 'video/mp4',
  content: () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
})

/** What is meant to be read; that nobody linked the last of each folder is the point of listing. */
export const LISTED_FILES: readonly WebFile[] = [
  document('/downloads/prices.pdf', 'Prices'),
  document('/downloads/care.pdf', 'Care'),
  document('/downloads/draft-contract.pdf', 'Draft'),
  document('/papers/oak.pdf', 'On oak'),
  document('/papers/wax.pdf', 'On wax'),
  picture('/img/lantern.svg', 'goldenrod'),
  picture('/img/loft.svg', 'sienna'),
  film('/media/workshop.mp4'),
  film('/media/raw-cut.mp4'),
]
