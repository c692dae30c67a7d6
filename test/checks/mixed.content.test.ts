import check from '../../src/scanner/checks/passive/mixed.content.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const page = (body: string, headers: Reply['headers'] = {}) => ({ site: html(body, { headers }) })
const FRAME = '<iframe src="http://a.example/"></iframe>'
const active = { discriminators: ['active'] }
const passive = { discriminators: ['passive'] }

testCheck(check, {
  clean: {
    'everything by https': page('<script src="https://a.example/a.js"></script><img src="//b/c">'),
    'links lead anywhere': page(
      '<a href="http://a.example/">a</a><link rel=icon href="http://a/">',
    ),
    'a namespace': page('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
    'text about it': page('<p>src="http://a.example/a.js"</p><!-- <img src="http://a/"> -->'),
    'this machine, which browsers trust': page(
      '<img src="http://127.0.0.1:9/a"><img src="http://localhost/">',
    ),
    'browsers are told to ask by https': page(FRAME, {
      'content-security-policy': 'default-src *; upgrade-insecure-requests',
    }),
    'browsers are told not to ask': page(FRAME, {
      'content-security-policy': 'block-all-mixed-content',
    }),
    'told in a meta tag': page(
      `<meta http-equiv=Content-Security-Policy content="upgrade-insecure-requests">${FRAME}`,
    ),
  },
  found: {
    'a script': {
      ...page('<script src="http://a.example/a.js"></script>'),
      match: 'http://a.example/a.js',
      note: /<script>/,
      ...active,
    },
    'a style': { ...page('<link rel="x stylesheet" href="http://a.example/a.css">'), ...active },
    'a preload': {
      ...page('<link rel=preload as=script href="http://a.example/a.js">'),
      ...active,
    },
    'a module': { ...page('<link rel=modulepreload href="http://a.example/a.js">'), ...active },
    'a manifest': { ...page('<link rel=manifest href="http://a.example/m.json">'), ...active },
    'a frame': { ...page(FRAME), ...active },
    'a frame of a frameset': { ...page('<frame src="http://a.example/">'), ...active },
    'a plugin': { ...page('<embed src="http://a.example/a.swf">'), ...active },
    'an object': { ...page('<object data="http://a.example/a.pdf"></object>'), ...active },
    'a picture': { ...page('<img src=" HTTP://a.example/a.png">'), match: /a\.png/, ...passive },
    'a picture of a set': {
      ...page('<img srcset="/a.png 1x, http://a.example/b.png 2x">'),
      match: 'http://a.example/b.png',
      ...passive,
    },
    'a source': { ...page('<source srcset="http://a.example/b.png 2x">'), ...passive },
    'a source of a film': { ...page('<source src="http://a.example/b.mp4">'), ...passive },
    'a sound': { ...page('<audio src="http://a.example/a.mp3"></audio>'), ...passive },
    'a film and its picture': {
      ...page('<video src="http://a.example/a.mp4" poster="http://a.example/a.png"></video>'),
      note: /2 such loads/,
      ...passive,
    },
    'a picture before a film': {
      ...page('<video poster="http://a.example/a.png"></video>'),
      ...passive,
    },
    'by a base of http': {
      ...page('<base href="http://a.example/"><script src="a.js"></script>'),
      match: 'a.js',
      ...active,
    },
    both: {
      ...page(`<img src="http://a.example/a.png">${FRAME}`),
      discriminators: ['active', 'passive'],
    },
    'a line break within the scheme, which browsers leave out': {
      ...page('<script src="ht\ntp://a.example/a.js"></script>'),
      ...active,
    },
    'the word in another meta tag': {
      ...page(`<meta name=keywords content="upgrade-insecure-requests">${FRAME}`),
      ...active,
    },
    'the word in a meta tag of another kind': {
      ...page(`<meta http-equiv=x-note content="upgrade-insecure-requests">${FRAME}`),
      ...active,
    },
    'the word in an element that is no meta tag': {
      ...page(`<p http-equiv=Content-Security-Policy content="upgrade-insecure-requests">${FRAME}`),
      ...active,
    },
    'a policy that only reports': {
      ...page(FRAME, { 'content-security-policy-report-only': 'upgrade-insecure-requests' }),
      ...active,
    },
    'a policy that says something else': {
      ...page(FRAME, {
        'content-security-policy': "script-src 'self' x-upgrade-insecure-requests",
      }),
      ...active,
    },
  },
  skipped: {
    'a page over HTTP': { url: 'http://shop.test/', site: html(FRAME) },
    'a script': { site: { headers: { 'content-type': 'text/javascript' }, body: FRAME } },
    'a page that is missing': { site: html(FRAME, { status: 404 }) },
  },
})
