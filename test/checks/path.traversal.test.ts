import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/input/path.traversal.ts'
import { percentDecode } from '../../src/scanner/http/percent.ts'
import { ProbeError, type HttpRequest } from '../../src/scanner/http/exchange.ts'
import { runCheck } from '../support/check-run.ts'
import { testCheck } from '../support/check-tester.ts'
import { inputsOf } from '../support/inputs.ts'
import { DISK, FOLDER, join, PASSWD, resolve, without } from '../support/made-disk.ts'
import { escapeHtml, html, valueOf, type Reply } from '../support/site.ts'

const url = 'https://shop.test/get?file=a.txt'
const fileOf = (request: HttpRequest): string => valueOf(request, 'file')
/** Serves the file at the path that the value leads to, after some treatment; null refuses it. */
const serves = (
  treat: (value: string) => string | null = (value) => value,
  disk: Readonly<Record<string, string>> = DISK,
  at = url,
) => ({
  url: at,
  site: (request: HttpRequest): Reply => {
    const value = treat(fileOf(request))
    const body = value === null ? undefined : disk[join(value)]
    return body === undefined
      ? html(`<h1>No file ${escapeHtml(fileOf(request))}</h1>`, { status: 404 })
      : { headers: { 'content-type': 'text/plain' }, body }
  },
})
const deep = (value: string) => value.includes('../../')
const inFolder = (value: string) => (join(value).startsWith(`${FOLDER}/`) ? value : null)
/** A server that joins the target, as the wire shows it, to a folder: it keeps to none. */
const servesTarget = (treat: (path: string) => string | null) => ({
  url: 'https://shop.test/files/a.txt?v=1',
  segments: [2],
  site: ({ url, wire }: HttpRequest): Reply => {
    const path = treat((wire?.target ?? url.pathname).replace(/\?.*$/, ''))
    const body = path === null ? undefined : DISK[resolve(`/srv/app${path}`)]
    return body ? { body } : html('No file', { status: 404 })
  },
})
const page = (body: string) => html(`<h1>Shop</h1><p>${body}</p>`)

testCheck(check, {
  clean: {
    'keeps to its folder': { ...serves(inFolder), requests: 7 },
    'keeps to its folder, value with a folder': {
      ...serves(inFolder, DISK, 'https://shop.test/get?file=lamps%2Fa.txt'),
      requests: 8,
    },
    'keeps to its folder, value without an ending': {
      ...serves(inFolder, { ...DISK, [`${FOLDER}/a`]: 'Lamps' }, 'https://shop.test/get?file=a'),
      requests: 6,
    },
    'a text about the file, found by words of its name': {
      url: 'https://shop.test/read?file=a.txt',
      site: (request) =>
        page(/passwd|group|^a\.txt$/.test(fileOf(request)) ? PASSWD : 'No such text'),
    },
    'a manual with an example of the file, found by a word anywhere in the value': {
      url: 'https://shop.test/man?file=id',
      site: (request) =>
        page(fileOf(request).includes('passwd') ? `PASSWD(5) Example: ${PASSWD}` : 'No manual'),
    },
    'a manual of the files of Node, found by a word': {
      url: 'https://shop.test/man?file=a.txt',
      site: (request) =>
        page(/package/.test(fileOf(request)) ? (DISK['/srv/app/package.json'] ?? '') : 'No manual'),
    },
    'an identifier that changes the page': {
      url: 'https://shop.test/item?id=1',
      site: (request) => page(`Item ${valueOf(request, 'id') === '1' ? 'lamp, 20' : 'unknown'}`),
      requests: 2,
    },
    'a value that means nothing': {
      url: 'https://shop.test/item?colour=red',
      site: page('Lamps'),
      requests: 0,
    },
    'shows the format of the file to everybody': {
      url,
      site: (request) => page(`${escapeHtml(fileOf(request))}<pre>${PASSWD}</pre>`),
    },
    'shows the format of the file to odd values': {
      url,
      site: (request) =>
        page(/[^\w.]/.test(fileOf(request)) ? `No such file. Did you mean ${PASSWD}?` : 'file'),
    },
    'shows the format of the file for every way up': {
      url,
      site: (request) => page(fileOf(request).includes('../') ? PASSWD : 'file'),
    },
    'a manual of such files, read at one of them': {
      url: 'https://shop.test/manual?page=etc%2Fpasswd',
      site: (request) => {
        const name = resolve(valueOf(request, 'page'))
        return page(/^\/etc\/(?:passwd|group)$/.test(name) ? (DISK[name] ?? '') : 'No such page')
      },
    },
    'an error that names the file': {
      url,
      site: (request) =>
        page(`open(${escapeHtml(join(fileOf(request)))}): Permission denied, root is needed`),
    },
    'resolves the dots of a path before it joins it to its folder': {
      ...servesTarget((path) => /^\/files\/.*/.exec(resolve(percentDecode(path)))?.[0] ?? null),
      requests: 9,
    },
    'hangs up on dots in a path': {
      ...servesTarget((path) => {
        if (path.includes('..')) throw new ProbeError('unreachable', 'The connection was closed.')
        return path
      }),
    },
    'an address whose host is fixed': {
      url: 'https://shop.test/see?link=https%3A%2F%2Fcdn.test%2Fa',
      site: (request) => page(`<a href="${escapeHtml(valueOf(request, 'link'))}">x</a>`),
      requests: 2,
    },
  },
  found: {
    'joins the value to its folder': {
      ...serves(),
      match: 'root:x:0:0:root:/root:',
      confidence: 'confirmed',
      note: /^`file` reads `etc\/passwd` when it is `\.\.\/\.\.\//,
      requests: 5,
    },
    'decodes the value again, after it has refused dots and a slash in front': {
      ...serves((value) => (/^\/|\.\./.test(value) ? null : percentDecode(value))),
      match: 'root:x:0:0:root:/root:',
      confidence: 'confirmed',
      note: /%2fetc%2fpasswd/,
    },
    'keeps to the project, whose description names no dependency': {
      ...serves((value) => (join(value).startsWith('/srv/app/') ? value : null), {
        ...DISK,
        '/srv/app/package.json': '{\n  "name": "@shop/desk",\n  "version": "1.4.0"\n}',
      }),
      match: '"name": "@shop/desk",\n  "version": "1',
      confidence: 'confirmed',
    },
    'a second file is not there': {
      ...serves(undefined, without('/etc/group')),
      confidence: 'likely',
      reason: /a second file was not found/,
    },
    'an absolute path': {
      ...serves((value) => (value.includes('..') ? null : value)),
      note: /when it is `\/etc\/passwd`/,
    },
    'removes the step up once': {
      ...serves((value) => (value.startsWith('/') ? null : value.replaceAll('../', ''))),
      note: /\.\.\.\.\/\//,
    },
    'wants its folder in front': {
      ...serves(
        (value) => (value.startsWith('lamps/') ? value : null),
        DISK,
        'https://shop.test/get?file=lamps%2Fa.txt',
      ),
      note: /lamps\/\.\.\//,
    },
    'wants its ending, and reads addresses': {
      ...serves((value) => (value.endsWith('.txt') ? value.replace(/\?.*/, '') : null)),
      note: /etc\/passwd\?\.txt/,
    },
    Windows: {
      ...serves((value) => (value.includes('/') ? null : value.replaceAll('\\', '/'))),
      match: '; for 16-bit app support',
      confidence: 'confirmed',
    },
    'one step up, on Node': {
      ...serves((value) => (deep(value) || value.startsWith('/') ? null : value)),
      match: '"dependencies":{',
      confidence: 'confirmed',
      note: /reads `package\.json` when it is `\.\.\/package\.json`/,
    },
    'one step up, in a page': {
      url,
      site: (request) => {
        const value = fileOf(request)
        const body = deep(value) || value.startsWith('/') ? undefined : DISK[join(value)]
        return page(body === undefined ? 'No file' : escapeHtml(body))
      },
      match: '&quot;dependencies&quot;:{',
    },
    'the source of the page itself': {
      ...serves(
        (value) => (deep(value) || value.startsWith('/') ? null : value),
        DISK,
        'https://shop.test/get.php?file=a.txt',
      ),
      match: '<?php',
      note: /reads `get\.php`/,
      confidence: 'confirmed',
    },
    'a file in JSON': {
      url,
      site: (request) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: DISK[join(fileOf(request))] ?? null }),
      }),
      confidence: 'confirmed',
    },
    'a value whose name and look say nothing': {
      url: 'https://shop.test/see?x=a',
      site: (request) =>
        page(DISK[join(valueOf(request, 'x'))] ?? escapeHtml(valueOf(request, 'x'))),
    },
    'a name that says it, and a start page for unknown ones': {
      url: 'https://shop.test/see?page=home',
      site: (request) => page(DISK[join(valueOf(request, 'page'))] ?? 'Welcome'),
    },
    'a value that looks like it, and steps up are removed once': {
      url: 'https://shop.test/see?x=a.txt',
      site: (request) => {
        const value = valueOf(request, 'x')
        const path = value.startsWith('/') ? 'none' : value.replaceAll('../', '')
        return page(DISK[join(path)] ?? 'Welcome back')
      },
    },
    'a segment of the path': {
      url: 'https://shop.test/get/a.txt',
      segments: [2],
      site: ({ url: { pathname } }) => {
        const body = DISK[join(decodeURIComponent(pathname.slice('/get/'.length)))]
        return body === undefined ? html('No file', { status: 404 }) : { body }
      },
    },
    'dots of a path as they are': {
      ...servesTarget((path) => (/%2e/i.test(path) ? null : path)),
      match: 'root:x:0:0:root:/root:',
      confidence: 'confirmed',
      note: /^`segment 2` reads `etc\/passwd` when it is `\.\.\/\.\.\//,
    },
    'dots of a path that are decoded after the check': {
      ...servesTarget((path) => (/\.\.|%2f/i.test(path) ? null : percentDecode(path))),
      confidence: 'confirmed',
      note: /\.%2e\/\.%2e\//,
    },
    'a leaf of JSON': {
      url: 'https://shop.test/get',
      json: { file: 'a.txt' },
      site: (request) => ({ body: DISK[join(fileOf(request))] ?? 'none' }),
    },
  },
  skipped: {
    'a header': {
      url: 'https://shop.test/',
      headers: { referer: 'https://shop.test/' },
      site: html('<p>ok</p>'),
    },
  },
})

it('asks of unread places those segments that look like files', () => {
  const inputs = inputsOf({ url: 'https://shop.test/get/a.txt?file=b.txt', segments: [1, 2] })
  const asked = inputs.filter((input) => check.asksUnread?.(input))
  expect(asked.map(({ value }) => value)).toEqual(['a.txt'])
})

it('leaves it to the runner to say that the budget is used up', async () => {
  const { url, site } = serves((value) => {
    if (value.includes('../')) throw new ProbeError('budget', 'The budget is used up.')
    return value
  })
  await expect(runCheck(check, { url, site })).rejects.toMatchObject({ kind: 'budget' })
})
