import check from '../../src/scanner/checks/input/cmdi.time.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { runInCmd, runInSh } from '../support/shells.ts'
import { html, type Reply } from '../support/site.ts'

const url = 'https://shop.test/thumbnail?file=a.png'
const file = (request: HttpRequest): string => request.url.searchParams.get('file') ?? ''
const idleMs = (nth: number): number => 30 + ((nth * 37) % 60)

/** A page that says nothing of its command, but waits for it. */
const tool = (
  write: (value: string) => string,
  {
    run = runInSh,
    isRefused = () => false,
  }: Partial<{ run: typeof runInSh; isRefused(value: string): boolean }> = {},
) => ({
  url,
  site: (request: HttpRequest, nth: number): Reply => ({
    ...html('<p>Done</p>'),
    elapsedMs: idleMs(nth) + (isRefused(file(request)) ? 0 : run(write(file(request))).waitedMs),
  }),
})
const without = (...marks: readonly string[]) => ({
  isRefused: (value: string) => marks.some((mark) => value.includes(mark)),
})

testCheck(check, {
  clean: {
    'no shell': {
      url,
      site: (_request, nth) => ({ ...html('<p>Done</p>'), elapsedMs: idleMs(nth) }),
      requests: 7,
    },
    'quotes that are doubled for the shell': {
      ...tool((v) => `true '${v.replaceAll("'", String.raw`'\''`)}'`),
      url: 'https://shop.test/thumbnail?file=b.png',
    },
    'a filter that holds back whatever says sleep': {
      url,
      site: (request, nth) => ({
        ...html('<p>Done</p>'),
        elapsedMs: file(request).includes('sleep') ? 2300 : idleMs(nth),
      }),
    },
    'refused from the start': {
      url,
      site: html('<h1>Access denied</h1>', { status: 403 }),
      requests: 0,
    },
  },
  found: {
    'a word of a command': {
      ...tool((v) => `true ${v}`),
      match: null,
      confidence: 'confirmed',
      note: /with a semicolon runs: asked for .* it took /,
    },
    'in single quotes': {
      ...tool((v) => `true '${v}' b.png`),
      url: 'https://shop.test/thumbnail?file=f.png',
      note: /a semicolon/,
    },
    'in double quotes': {
      ...tool((v) => `true "dir/${v}" b.png`),
      url: 'https://shop.test/thumbnail?file=c.png',
      note: /a semicolon/,
    },
    'blanks are refused': {
      ...tool((v) => `true ${v}`, without(' ')),
      url: 'https://shop.test/thumbnail?file=d.png',
      note: /a semicolon/,
    },
    'semicolons are refused': { ...tool((v) => `true ${v}`, without(';')), note: /a pipe/ },
    'semicolons and pipes are refused': {
      ...tool((v) => `true '${v}'`, without(';', '|')),
      note: /an ampersand/,
    },
    'separators are refused': {
      ...tool((v) => `true ${v}`, without(';', '|', '&')),
      note: /a line feed/,
    },
    'separators are refused, the substitution of a text in double quotes is not': {
      ...tool((v) => `true "${v}"`, without(';', '|', '&', '\n')),
      note: /\$\( \)/,
    },
    'all but backticks is refused': {
      ...tool((v) => `true ${v}`, without(';', '|', '&', '\n', '$(')),
      note: /backticks/,
    },
    'cmd.exe': {
      ...tool((v) => `convert ${v}`, { run: runInCmd }),
      note: /an ampersand in cmd\.exe/,
    },
    'cmd.exe, in quotes': {
      ...tool((v) => `convert "${v}" b.png`, { run: runInCmd }),
      url: 'https://shop.test/thumbnail?file=e.png',
      note: /an ampersand in cmd\.exe/,
    },
    'the site begins to refuse requests': {
      url,
      site: (request, nth) =>
        nth > 8
          ? html('<h1>Too many requests</h1>', { status: 429 })
          : tool((v) => `true ${v}`).site(request, nth),
      confidence: 'likely',
      reason: /began to refuse/,
    },
  },
})
