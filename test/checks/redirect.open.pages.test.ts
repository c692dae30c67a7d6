import check from '../../src/scanner/checks/input/redirect.open.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { escapeHtml, html, valueOf } from '../support/site.ts'

const url = 'https://shop.test/login?next=%2Fhome'
const next = (request: HttpRequest): string => valueOf(request, 'next')
/** A page with a script that mentions the value as a string. */
const scripted = (code: (to: string) => string) => ({
  url,
  site: (request: HttpRequest) => html(`<script>${code(JSON.stringify(next(request)))}</script>`),
})
const refreshTo = (address: string): string =>
  `<meta http-equiv=refresh content="0; url=${escapeHtml(address)}">`

testCheck(check, {
  clean: {
    'the value as text': { url, site: (request) => html(`<p>${escapeHtml(next(request))}</p>`) },
    'a meta refresh to itself': {
      url,
      site: (request) =>
        html(
          `<meta http-equiv=refresh content="0; url=/go?to=${encodeURIComponent(next(request))}">`,
        ),
    },
    'a meta refresh in a template': {
      url,
      site: (request) => html(`<template>${refreshTo(next(request))}</template>`),
    },
    'a meta refresh where script is off': {
      url,
      site: (request) => html(`<noscript>${refreshTo(next(request))}</noscript>`),
    },
    'a member of a JSON answer that is no destination': {
      url,
      site: (request) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ asked: next(request), redirect: '/home' }),
      }),
    },
    'a link with the value in its query': {
      url,
      site: (request) =>
        html(`<a href="/login?next=${encodeURIComponent(next(request))}">log in</a>`),
    },
  },
  found: {
    'a Refresh header': {
      url,
      site: (request) => html('<p>wait</p>', { headers: { refresh: `0;url=${next(request)}` } }),
      confidence: 'confirmed',
      note: /Refresh/,
    },
    'a meta refresh': {
      url,
      site: (request) =>
        html(
          `<head><meta http-equiv="Refresh" content="3; URL='${escapeHtml(next(request))}'"></head>`,
        ),
      confidence: 'confirmed',
      note: /meta refresh/,
    },
    'script that sets the location': {
      ...scripted((to) => `location.href = ${to}`),
      confidence: 'likely',
      reason: /no browser has run it/,
      note: /by script/,
      requests: 2,
    },
    'script that sets the location, once': {
      url,
      site: (request, nth) =>
        html(`<script>location = ${JSON.stringify(nth < 3 ? next(request) : '/')}</script>`),
      confidence: 'possible',
      reason: /not a second time/,
    },
    'script that sets the location of the window': {
      ...scripted((to) => `var wait = 1\nwindow.location = ${to}`),
      confidence: 'likely',
    },
    'a module that replaces the location': {
      url,
      site: (request) =>
        html(
          `<script type=" module">import './a.js'\ndocument.location.replace(${JSON.stringify(next(request))})</script>`,
        ),
      confidence: 'likely',
    },
    'script that may set the location': {
      ...scripted((to) => `function go() { location.href = ${to} }`),
      confidence: 'possible',
      reason: /stands in a script/,
    },
    'script that sets the location of something else': {
      ...scripted((to) => `shop.location = ${to}`),
      confidence: 'possible',
    },
    'a data block with the text of a script': {
      url,
      site: (request) =>
        html(`<script type="text/plain">location = ${JSON.stringify(next(request))}</script>`),
      confidence: 'possible',
    },
    'a script of a file, whose text does not run': {
      url,
      site: (request) =>
        html(`<script src="/a.js">location = ${JSON.stringify(next(request))}</script>`),
      confidence: 'possible',
    },
    'half a script': {
      ...scripted((to) => `if (open) { location = ${to}`),
      confidence: 'possible',
    },
    'a link': {
      url,
      site: (request) => html(`<a href="${escapeHtml(next(request))}">continue</a>`),
      confidence: 'possible',
      note: /link/,
    },
    'a link, by a value that is an address': {
      url: 'https://shop.test/?x=%2Fhome',
      site: (request) => html(`<a href="${escapeHtml(valueOf(request, 'x'))}">on</a>`),
      confidence: 'possible',
    },
    'a link, by a name that says so': {
      url: 'https://shop.test/?next=home',
      site: (request) => html(`<a href="${escapeHtml(next(request))}">go on</a>`),
      confidence: 'possible',
    },
    'a member of a JSON answer': {
      url,
      site: (request) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ok: true, redirect_to: next(request) }).replaceAll('/', '\\/'),
      }),
      confidence: 'possible',
      note: /JSON answer/,
    },
  },
})
