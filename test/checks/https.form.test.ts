import check from '../../src/scanner/checks/passive/https.form.ts'
import { testCheck } from '../support/check-tester.ts'
import { html } from '../support/site.ts'

const https = (body: string) => ({ url: 'https://shop.test/login', site: html(body) })
const http = (body: string, host = 'shop.test') => ({
  url: `http://${host}/login`,
  site: html(body),
})
const form = (attributes: string, inner: string) => `<form ${attributes}>${inner}</form>`
const LOGIN = '<input name=user><input type=password name=pw>'
const MAIL = '<input type=email name=contact>'
const NOTE = '<input name=note>'

testCheck(check, {
  clean: {
    'a login by https and POST': https(form('method=post action=/in', LOGIN)),
    'to another https site': https(form('method=post action="https://id.example/"', LOGIN)),
    'a search by GET': https(form('', '<input name=q>')),
    'nothing personal over HTTP': http(form('method=post', NOTE)),
    'a hidden field named so': http(form('method=post', '<input type=hidden name=email value=a>')),
    'personal data from HTTP to https': http(form('method=post action="https://shop.test/"', MAIL)),
    'a login on this machine': http(form('method=post', LOGIN), 'localhost:8080'),
    'a login on an address of a network': http(form('method=post', LOGIN), '192.0.2.7'),
    'from https to this machine': https(form('method=post action="http://127.0.0.1:9/"', LOGIN)),
  },
  found: {
    'a login over HTTP': {
      ...http(form('method=post action=/in', LOGIN)),
      match: '/in',
      note: /`pw`.*goes to http:\/\/shop\.test\/in/,
      discriminators: ['password'],
    },
    'a login from https to HTTP': {
      ...https(form('method=post action="http://shop.test/in"', LOGIN)),
      match: 'http://shop.test/in',
      discriminators: ['password'],
    },
    'a login to https, on a page that anybody on the way can change': {
      ...http(form('method=post action="https://shop.test/in"', LOGIN)),
      note: /stands on a page without HTTPS/,
      discriminators: ['password'],
    },
    'a mail address over HTTP': {
      ...http(form('method=post', MAIL)),
      note: /`contact`/,
      discriminators: ['personal'],
    },
    'a telephone number over HTTP': {
      ...http(form('method=post', '<input type=tel name=call>')),
      discriminators: ['personal'],
    },
    'a card number over HTTP, by its name': {
      ...http(form('method=post', '<input name=card_number>')),
      discriminators: ['personal'],
    },
    'anything from https to HTTP': {
      ...https(form('method=post action="http://shop.test/note"', NOTE)),
      discriminators: ['downgrade'],
    },
    'a password by GET': {
      ...https(form('method=GET action=/in', `${LOGIN}<script>a()</script>`)),
      confidence: 'confirmed',
      discriminators: ['get'],
    },
    'a password by GET, as no method is given': {
      ...https(form('action=/in', LOGIN)),
      confidence: 'confirmed',
      discriminators: ['get'],
    },
    'a form that script may send': {
      ...https(`${form('id=login', LOGIN)}<script src=/app.js></script>`),
      confidence: 'possible',
      reason: /states no method/,
      discriminators: ['get'],
    },
    'a form that a handler may send, beside a search by GET': {
      ...https(`${form('method=get', '<input name=q>')}${form('onsubmit="go()"', LOGIN)}`),
      confidence: 'possible',
      discriminators: ['get'],
    },
    'a form that script may send, beside a choice of the same name': {
      ...https(
        `${form('method=get', LOGIN.replaceAll('input', 'button'))}${form('id=a', LOGIN)}<script>a()</script>`,
      ),
      confidence: 'possible',
      discriminators: ['get'],
    },
    'by GET over HTTP, which are two': {
      ...http(form('', LOGIN)),
      discriminators: ['password', 'get'],
    },
    'two forms of one kind are one': {
      ...http(form('method=post', MAIL) + form('method=post action=/b', MAIL)),
      discriminators: ['personal'],
    },
  },
  skipped: {
    'no form': https('<p>hello</p>'),
    'a script': { site: { headers: { 'content-type': 'text/javascript' }, body: form('', LOGIN) } },
    'a page that is missing': { site: html(form('', LOGIN), { status: 404 }) },
  },
})
