import check from '../../src/scanner/checks/input/xss.reflected.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { page, q, url } from '../support/reflecting.ts'
import { escapeHtml, html, valueOf, type Reply } from '../support/site.ts'

const xml = (type: string, body: (value: string) => string) => ({
  url,
  site: (request: HttpRequest): Reply => ({
    headers: { 'content-type': type },
    body: body(q(request)),
  }),
})
const cannotClose = (name: string) =>
  page(
    (v) => `<${name}><p>${v}</p></${name}>`,
    (v) => v.replaceAll('</', ''),
  )
const noQuotes = (value: string) => value.replace(/["']/g, '')

testCheck(check, {
  clean: {
    'says nothing of the value': { ...page(() => '<p>no results</p>'), requests: 0 },
    'encodes text': { ...page((v) => `<p>${v}</p>`, escapeHtml), requests: 3 },
    'encodes an attribute': {
      ...page((v) => `<input name=q value="${v}">`, escapeHtml),
      requests: 2,
    },
    'encodes the quotes of an attribute and nothing else': page(
      (v) => `<input name=q value="${v}">`,
      (v) => v.replaceAll('"', '&quot;'),
    ),
    'encodes an attribute in single quotes': page(
      (v) => `<input name='q' value='${v}'>`,
      escapeHtml,
    ),
    'raw in a comment that it cannot end': {
      ...page(
        (v) => `<!-- searched ${v} -->`,
        (v) => v.replaceAll('-', ''),
      ),
      requests: 9,
    },
    'raw in a title that it cannot end': page(
      (v) => `<title>${v}</title>`,
      (v) => v.replaceAll('/', ''),
    ),
    'raw in a text area that it cannot end': page(
      (v) => `<textarea>${v}</textarea>`,
      (v) => v.replace(/<\//g, ''),
    ),
    'raw in a template element that it cannot end': page(
      (v) => `<template><p>${v}</p></template>`,
      (v) => v.replace(/<\//g, ''),
    ),
    'raw in a frame that it cannot end': cannotClose('iframe'),
    'raw in old raw text that it cannot end': cannotClose('xmp'),
    'raw in what is shown without plug-ins, that it cannot end': cannotClose('noembed'),
    'raw in what is shown without frames, that it cannot end': cannotClose('noframes'),
    'raw in a list of choices that it cannot end': cannotClose('select'),
    'encodes a link and checks its scheme': page(
      (v) => `<a href="/s?q=${encodeURIComponent(v)}">again</a>`,
    ),
    'an image address runs no script': page((v) => `<img src="${v}">`, escapeHtml),
    'raw in JSON': { ...xml('application/json', (v) => JSON.stringify({ q: v })), requests: 0 },
    'raw in plain text': { ...xml('text/plain', (v) => v), requests: 0 },
    'raw in XML that it breaks': xml('text/xml', (v) => `<r><q>${v.replace('/>', '>')}</q></r>`),
    'raw in a redirect': {
      url,
      site: (request) =>
        html(`<a href="${q(request)}">moved</a>${q(request)}`, {
          status: 302,
          headers: { location: '/' },
        }),
      requests: 0,
    },
    'raw in a download': {
      url,
      site: (request) =>
        html(q(request), { headers: { 'content-disposition': 'attachment; filename=a.html' } }),
      requests: 0,
    },
    'raw once, by chance': {
      url,
      site: (request, nth) => html(`<p>${nth < 3 ? q(request) : escapeHtml(q(request))}</p>`),
    },
    'more places than there are requests, none of which it can end': {
      ...page(
        (v) =>
          `<title>${v}</title><textarea>${v}</textarea><template>${v}</template><xmp>${v}</xmp>`,
        (v) => v.replaceAll('</', ''),
      ),
      requests: 24,
    },
  },
  found: {
    'a browser runs what was written': {
      ...page((v) => `<main>${v}</main>`),
      isRun: true,
      confidence: 'confirmed',
      reason: /A browser that was given the answer called/,
    },
    'a browser does not run what seems to run': {
      ...page((v) => `<article>${v}</article>`),
      isRun: false,
      confidence: 'likely',
      reason: /no browser has run it/,
    },
    'raw text': {
      ...page((v) => `<p>${v}</p>`),
      match: /^<k\w+ onfocus=k\w+\(\) tabindex=0 autofocus>$/,
      confidence: 'likely',
      requests: 3,
    },
    'raw text of an error page': {
      url,
      site: (request) => html(`<h1>No ${q(request)}</h1>`, { status: 404 }),
    },
    'raw text without a content type': {
      url,
      site: (request) => ({ body: `<html><p>${q(request)}` }),
    },
    'raw text, in capitals': page(
      (v) => `<p>${v}</p>`,
      (v) => v.toUpperCase(),
    ),
    'a title': { ...page((v) => `<title>${v}</title>`), match: /onfocus/ },
    'a text area': page((v) => `<textarea name=q>${v}</textarea>`),
    'a comment': page((v) => `<!-- ${v} -->`),
    'a template element': page((v) => `<template><p>${v}</p></template>`),
    'what is shown without script': page((v) => `<noscript><p>${v}</p></noscript>`),
    'a style sheet': page((v) => `<style>.${v} { color: red }</style>`),
    'an attribute in double quotes': { ...page((v) => `<input value="${v}">`), match: /onfocus/ },
    'an attribute in single quotes': page((v) => `<input value='${v}'>`),
    'an attribute in single quotes, double ones encoded': page(
      (v) => `<input value='${v}'>`,
      (v) => v.replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
    ),
    'an attribute whose angle brackets are encoded': {
      ...page(
        (v) => `<input value="${v}">`,
        (v) => v.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      ),
      note: /`onfocus` of <input>/,
    },
    'an attribute without quotes': page((v) => `<input value=${v}>`, escapeHtml),
    'an attribute name': page((v) => `<p ${v}>hello</p>`, noQuotes),
    'an element name': page((v) => `<${v}>hello`, noQuotes),
    'a link': {
      ...page((v) => `<a href="${v}">back</a>`, escapeHtml),
      match: /href="javascript:k\w+\(\)"/,
      note: /`href` of <a>/,
    },
    'the target of a form': page((v) => `<form action='${v}'></form>`, escapeHtml),
    'a frame': page((v) => `<iframe src="${v}"></iframe>`, escapeHtml),
    'a document in a frame, encoded once': {
      ...page((v) => `<iframe srcdoc="<p>${v}</p>"></iframe>`, escapeHtml),
      note: /in srcdoc/,
    },
    'the second place, not the first': page((v) => `<p>${escapeHtml(v)}</p><!-- ${v} -->`),
    'a frame that shows markup to nobody': page((v) => `<iframe>${v}</iframe>`),
    'old raw text': page((v) => `<xmp>${v}</xmp>`),
    'what is shown without plug-ins': page((v) => `<noembed>${v}</noembed>`),
    'what is shown without frames': page((v) => `<noframes>${v}</noframes>`),
    'an SVG image': {
      ...xml(
        'image/svg+xml',
        (v) => `<svg xmlns="http://www.w3.org/2000/svg"><text>${v}</text></svg>`,
      ),
      match: /onfocus="k\w+\(\)"/,
    },
    'an XML document': xml('application/xml', (v) => `<?xml version="1.0"?><r><q>${v}</q></r>`),
    'a form field': {
      url: 'https://shop.test/search',
      form: { csrf: 'a1', q: 'lamp' },
      site: (request) => html(`<p>${valueOf(request, 'q')}</p>`),
    },
    'JSON in, a page out': {
      url: 'https://shop.test/preview',
      json: { q: 'lamp', n: 1 },
      site: (request) => html(`<p>${valueOf(request, 'q')}</p>`),
    },
    'a field of a form with files': {
      url: 'https://shop.test/upload',
      multipart: { title: 'lamp' },
      site: ({ body = '' }) =>
        html(`<p>${/name="title"\r\n\r\n([^]*?)\r\n--/.exec(body)?.[1] ?? ''}</p>`),
      confidence: 'likely',
    },
    'a segment of the path': {
      url: 'https://shop.test/tags/lamp',
      segments: [2],
      site: (request) =>
        html(`<h1>${decodeURIComponent(request.url.pathname.slice('/tags/'.length))}</h1>`),
      confidence: 'likely',
    },
    'the page that a visitor comes from': {
      url: 'https://shop.test/lost',
      headers: { referer: 'https://shop.test/' },
      site: ({ headers }) => html(`<p>You came from ${headers.get('referer') ?? 'nowhere'}.</p>`),
      confidence: 'likely',
    },
    'a header that only the visitor can set': {
      url: 'https://shop.test/whoami',
      headers: { 'user-agent': 'Mozilla/5.0' },
      site: ({ headers }) => html(`<p>${headers.get('user-agent') ?? ''}</p>`),
      confidence: 'possible',
      reason: /cannot set this header/,
    },
    'a header that only the visitor can set, which a browser would run': {
      url: 'https://shop.test/agent',
      headers: { 'user-agent': 'Mozilla/5.0' },
      site: ({ headers }) => html(`<main>${headers.get('user-agent') ?? ''}</main>`),
      isRun: true,
      confidence: 'possible',
    },
    'a cookie': {
      url: 'https://shop.test/theme',
      cookies: { theme: 'dark' },
      site: ({ headers }) =>
        html(`<body class="${(headers.get('cookie') ?? '').replace('theme=', '')}">`),
      confidence: 'possible',
      reason: /cannot set the cookie/,
    },
    'a policy blocks inline script': {
      url,
      site: (request) =>
        html(`<p>${q(request)}</p>`, {
          headers: { 'content-security-policy': "default-src 'self'" },
        }),
      reason: /blocks inline script/,
    },
    'a policy that allows inline script': {
      url,
      site: (request) =>
        html(`<p>${q(request)}</p>`, {
          headers: { 'content-security-policy': "default-src 'self' 'unsafe-inline'" },
        }),
      reason: /no browser has run it\.$/,
    },
    'an XML document in which a tag has a policy': {
      ...xml(
        'image/svg+xml',
        (v) =>
          `<svg xmlns="http://www.w3.org/2000/svg"><desc><meta http-equiv="Content-Security-Policy" content="default-src 'self'"/></desc><text>${v}</text></svg>`,
      ),
      reason: /blocks inline script/,
    },
    'a policy that blocks nothing': {
      url,
      site: (request) =>
        html(`<p>${q(request)}</p>`, {
          headers: { 'content-security-policy': "frame-ancestors 'none'" },
        }),
      reason: /no browser has run it\.$/,
    },
  },
})
