import { expect, it } from 'vitest'

import check from '../../src/scanner/checks/page/host.header.ts'
import { ProbeError, type HttpRequest } from '../../src/scanner/http/exchange.ts'
import { runCheck } from '../support/check-run.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, redirectTo, type Reply } from '../support/site.ts'

const url = 'https://shop.test/login'
const page = (write: (host: string) => string, name = 'x-forwarded-host') => ({
  url,
  site: ({ headers }: HttpRequest): Reply => html(write(headers.get(name) ?? 'shop.test')),
})
const link = (host: string) => `<p>Hello</p><a href="https://${host}/reset">reset</a>`

testCheck(check, {
  clean: {
    'uses its own host': { url, site: html(link('shop.test')), requests: 2 },
    'hangs up on a host that is not its own': {
      url,
      site: ({ wire }) => {
        if (wire?.host === undefined) return html(link('shop.test'))
        throw new ProbeError('unreachable', 'closed')
      },
    },
    'takes Host as text': {
      url,
      site: ({ wire }) => html(`<p>You asked ${wire?.host ?? 'shop.test'}.</p>`),
    },
    'the host as text': page((host) => `<p>You asked ${host}.</p>`),
    'the host in a query': page((host) => `<a href="/login?from=${host}">log in</a>`),
    'the host in the path': page((host) => `<a href="/hosts/${host}/">host</a>`),
    'the host before its own name': page((host) => `<a href="https://${host}.shop.test/">x</a>`),
    'the host as user info': page((host) => `<a href="https://${host}@shop.test/">x</a>`),
    'an address that is none': page((host) => `<a href="http://[${host}">x</a>`),
    'a comment': page((host) => `<!-- <a href="https://${host}/"> -->`),
    'the text of a redirect to its own host': {
      url: 'https://shop.test/start',
      site: ({ headers }) => ({
        status: 302,
        headers: { 'content-type': 'text/plain', location: '/home' },
        body: link(headers.get('x-forwarded-host') ?? 'shop.test'),
      }),
    },
    'refuses the header': {
      url,
      site: ({ headers }) =>
        headers.has('x-forwarded-host')
          ? { status: 400, body: 'Bad host' }
          : html(link('shop.test')),
    },
  },
  found: {
    'a link': {
      ...page(link),
      match: /^https:\/\/k\w+\.example\/reset$/,
      confidence: 'confirmed',
      discriminators: ['x-forwarded-host'],
      note: /`x-forwarded-host` decides the host of <a> of `\/login`/,
      requests: 3,
    },
    'the canonical address': page((host) => `<link rel=canonical href="//${host}/login">`),
    'the base of all addresses': page((host) => `<base href="https://${host}/">`),
    'a script': page((host) => `<script src="https://${host}/app.js"></script>`),
    'an image': page((host) => `<img src="https://${host}/logo.png">`),
    'a frame': page((host) => `<iframe src="https://${host}/help"></iframe>`),
    'the target of a form': page((host) => `<form action="https://${host}/login"></form>`),
    'a redirect': {
      url,
      site: ({ headers }) =>
        redirectTo(`https://${headers.get('x-forwarded-host') ?? 'shop.test'}/home`),
      note: /Location/,
    },
    'Host itself': {
      url,
      site: ({ wire }) => html(link(wire?.host ?? 'shop.test')),
      match: /^https:\/\/k\w+\.example\/reset$/,
      confidence: 'confirmed',
      discriminators: ['host'],
      note: /`Host` decides the host of <a> of `\/login`/,
      requests: 3,
    },
    'Host itself, once only': {
      url,
      site: ({ wire }, nth) => html(link(nth === 3 ? (wire?.host ?? '') : 'shop.test')),
      confidence: 'likely',
      discriminators: ['host'],
    },
    'Host itself, and then it hangs up': {
      url,
      site: ({ wire }, nth) => {
        if (nth === 4) throw new ProbeError('unreachable', 'closed')
        return html(link(wire?.host ?? 'shop.test'))
      },
      confidence: 'likely',
      discriminators: ['host'],
    },
    'a redirect to the host that was asked for: a sign only': {
      url,
      site: ({ wire }) => redirectTo(`https://${wire?.host ?? 'shop.test'}/home`),
      confidence: 'possible',
      discriminators: ['host'],
    },
    'a redirect with a text': {
      url: 'https://shop.test/start',
      site: ({ headers }) => ({
        status: 301,
        headers: {
          'content-type': 'text/plain',
          location: `https://${headers.get('x-forwarded-host') ?? 'shop.test'}/home`,
        },
        body: 'Moved',
      }),
      note: /Location/,
    },
    'a page without a content type': {
      url,
      site: ({ headers }) => ({
        body: `<!doctype html>${link(headers.get('x-forwarded-host') ?? 'shop.test')}`,
      }),
    },
    'another header': { ...page(link, 'x-host'), discriminators: ['x-host'] },
    'a third header': {
      ...page(link, 'x-forwarded-server'),
      discriminators: ['x-forwarded-server'],
    },
    'the header of the standard': {
      url,
      site: ({ headers }) =>
        html(link(/host=([\w.]+)/.exec(headers.get('forwarded') ?? '')?.[1] ?? 'shop.test')),
      discriminators: ['forwarded'],
    },
    'not every time': {
      url,
      site: (request, nth) => (nth === 3 ? html('<p>Hello</p>') : page(link).site(request)),
      confidence: 'likely',
    },
    'not the last time': {
      url,
      site: (request, nth) => (nth === 4 ? html('<p>Hello</p>') : page(link).site(request)),
      confidence: 'likely',
    },
  },
  skipped: {
    'an error as text': {
      url: 'https://shop.test/gone',
      site: { status: 410, headers: { 'content-type': 'text/plain' }, body: 'Gone' },
    },
    'a script': {
      url: 'https://shop.test/a.js',
      site: { headers: { 'content-type': 'text/javascript' }, body: '1' },
    },
    'a folder that nothing links to': {
      url: 'https://shop.test/img/',
      page: { status: null },
      site: html('<p>img</p>'),
    },
  },
})

it('leaves it to the runner to say that a runtime cannot send another host', async () => {
  const site = ({ wire }: HttpRequest): Reply => {
    if (wire?.host === undefined) return html(link('shop.test'))
    throw new ProbeError('no_socket', 'The platform opens no socket there.')
  }
  await expect(runCheck(check, { url, site })).rejects.toMatchObject({ kind: 'no_socket' })
})
