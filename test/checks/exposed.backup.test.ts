import check from '../../src/scanner/checks/page/exposed.backup.ts'
import { testCheck } from '../support/check-tester.ts'
import { files, MISSING, text } from '../support/files.ts'
import { html } from '../support/site.ts'

const url = 'https://shop.test/shop/cart.php'
const PAGE = html('<h1>Cart</h1>')
const PHP = '<?php\n$password = "h7Kq2LmPz";\n'
const ZIP = 'PK\u0003\u0004\u0014\0\0\0shop/cart.php'
const beside = (name: string, body = PHP, type = 'application/octet-stream') => ({
  url,
  site: files({ '/shop/cart.php': PAGE, [`/shop/${name}`]: text(body, type) }),
})
const of = (page: string, body: string) => ({
  url: `https://shop.test${page}`,
  site: files({ [page]: PAGE, [`${page}.bak`]: text(body) }),
})

testCheck(check, {
  clean: {
    'nothing there': { url, site: files({ '/shop/cart.php': PAGE }), requests: 12 },
    'nothing there, at the root': {
      url: 'https://shop.test/cart.php',
      site: files({ '/cart.php': PAGE }),
      requests: 10,
    },
    'every name answers with source': {
      url,
      site: files({ '/shop/cart.php': PAGE }, text(PHP)),
    },
    'the page shows source itself': {
      url,
      site: files({ '/shop/cart.php': html(PHP), '/shop/cart.php.bak': text(PHP) }),
      requests: 0,
    },
    'the copy is run': beside('cart.php.bak', '<h1>Cart</h1>', 'text/html'),
    'a page about source': beside('cart.php.txt', '<h1>Begin with</h1><?php', 'text/html'),
    'a text about the page': beside('cart.php.txt', 'To do: empty the cart.', 'text/plain'),
    forbidden: {
      url,
      site: files({
        '/shop/cart.php': PAGE,
        '/shop/cart.php.bak': { ...text(PHP), status: 403 },
      }),
    },
    'source of another language': beside('cart.php.bak', 'import os\n'),
    'an archive that is none': {
      url,
      site: files({ '/shop/cart.php': PAGE, '/shop.zip': text('ZIP files are …') }),
    },
  },
  found: {
    'a copy of PHP': {
      ...beside('cart.php.bak'),
      match: '<?php',
      confidence: 'confirmed',
      note: /^`\/shop\/cart\.php\.bak`, a copy of `\/shop\/cart\.php`, answers with its source in PHP/,
      requests: 13,
    },
    'a copy that says it is a page': beside('cart.php.old', `\n${PHP}`, 'text/html'),
    'a copy, in part': {
      url,
      site: files({
        '/shop/cart.php': PAGE,
        '/shop/cart.php.bak': { ...text(`${PHP}// cart`), status: 206 },
      }),
    },
    'a copy of an editor': beside('cart.php~'),
    'another copy of an editor': beside('cart.php.save'),
    'a copy of a merge': beside('cart.php.orig'),
    'a rotated copy': beside('cart.php.1'),
    'a copy as text': beside('cart.php.txt', `<h1>Cart</h1>${PHP}`, 'text/plain'),
    'a copy of a person': beside('cart%20-%20Copy.php'),
    'a copy with another ending': beside('cart.bak'),
    'a swap file': {
      ...beside('.cart.php.swp', 'b0VIM 8.2\0\0'),
      match: 'b0VIM 8.2',
    },
    'an archive of the folder': {
      url,
      site: files({ '/shop/cart.php': PAGE, '/shop.zip': text(ZIP, 'application/zip') }),
      note: /`\/shop\.zip`.*ZIP archive/,
    },
    'a packed archive of the folder': {
      url,
      site: files({
        '/shop/cart.php': PAGE,
        '/shop.tar.gz': text('\u001F\uFFFD\u0008\0', 'application/gzip'),
      }),
      note: /gzip archive/,
    },
    'pages instead of 404, and a copy': {
      url,
      site: files({ '/shop/cart.php': PAGE, '/shop/cart.php.bak': text(PHP) }, html('Shop')),
      confidence: 'confirmed',
    },
    'it is gone at the second look': {
      url,
      site: (request, nth) =>
        nth < 4 ? beside('cart.php.bak').site(request) : files({ '/shop/cart.php': PAGE })(request),
      confidence: 'likely',
    },
    ASP: of('/cart.asp', '<%@ Language="VBScript" %>'),
    JSP: { ...of('/cart.jsp', '<%! int a; %>'), note: /JSP/ },
    Python: of('/cart.py', '# cart\nfrom shop.cart import empty\n'),
    Perl: of('/cart.cgi', '#!/usr/bin/perl -w\nuse strict;\n'),
    ColdFusion: of('/cart.cfm', '<cfset total = 0>'),
  },
  skipped: {
    'a page without an extension': { url: 'https://shop.test/cart', site: PAGE },
    'a page of the browser': { url: 'https://shop.test/cart.html', site: PAGE },
    'a folder': { url: 'https://shop.test/cart.php/', site: MISSING },
  },
})
