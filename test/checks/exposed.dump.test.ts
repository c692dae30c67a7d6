import check from '../../src/scanner/checks/page/exposed.dump.ts'
import { DUMP_FILES } from '../../src/scanner/payloads/dump-files.ts'
import { testCheck } from '../support/check-tester.ts'
import { files, MISSING, text } from '../support/files.ts'
import { html } from '../support/site.ts'

const url = 'https://shop.test/'
const at = (name: string, body: string, type = 'application/octet-stream') => ({
  url,
  site: files({ [`/${name}`]: text(body, type) }),
})
const MYSQL = '-- MySQL dump 10.13  Distrib 8.0.36\n--\n-- Host: localhost\n'
const ZIP = 'PK\u0003\u0004\u0014\0\0\0shop/index.php'
const GZIP = '\u001F\uFFFD\u0008\0\0\0'
const SQLITE = 'SQLite format 3\0\u0004\0'
const TAR = `shop/\0${'\0'.repeat(94)}0000755\0${'\0'.repeat(149)}ustar\0`

testCheck(check, {
  clean: {
    'nothing there': { url, site: MISSING, requests: DUMP_FILES.names.length },
    'every path answers with an archive': { url, site: text(ZIP, 'application/zip') },
    'a page about dumps': { url, site: files({ '/backup.sql': html(MYSQL) }) },
    forbidden: { url, site: files({ '/backup.sql': { ...text(MYSQL), status: 403 } }) },
    'a text about SQL': at('dump.sql', 'How to: CREATE TABLE users (id int);\n'),
    'a text about archives': at('backup.zip', 'PKZIP makes archives.'),
    'a text about a database': at('db.sqlite', 'SQLite format 3 is the format.'),
    'a text about dumps': at('database.sql', 'The first line is -- MySQL dump 10.13\n'),
    'an empty file': at('backup.tar.gz', ''),
  },
  found: {
    'a dump of MySQL': {
      ...at('backup.sql', MYSQL),
      match: '-- MySQL dump 10.13  Distrib 8.0.36',
      confidence: 'confirmed',
      note: /a dump of a database/,
      requests: DUMP_FILES.names.length + 1,
    },
    'a dump of PostgreSQL, in part': {
      url,
      site: files({
        '/dump.sql': { ...text('--\n-- PostgreSQL database dump\n--\n\n'), status: 206 },
      }),
      match: '--\n-- PostgreSQL database dump',
    },
    'statements, as text': {
      ...at(
        'database.sql',
        '/* shop */\nSET NAMES utf8;\n\nINSERT INTO users VALUES (1);',
        'text/plain',
      ),
      note: /statements/,
    },
    'an archive of PostgreSQL': { ...at('db.sql', 'PGDMP\u0001\u000E'), match: 'PGDMP' },
    'a packed dump': { ...at('backup.sql.gz', GZIP), note: /a gzip archive/ },
    'another packed dump': at('dump.sql.gz', `${GZIP}\u0003`),
    'an archive of the site': { ...at('backup.zip', ZIP), match: 'PK\u0003\u0004' },
    'a packed archive of the site': at('backup.tar.gz', `${GZIP}\u0002`),
    'a packed archive of the database': at('db.tar.gz', `${GZIP}\u0004`),
    'an archive of files': { ...at('backup.tar', TAR), note: /a tar archive/ },
    'an archive of the web root': at('www.zip', `${ZIP}1`),
    'another archive of the web root': at('site.zip', `${ZIP}2`),
    'a database': { ...at('db.sqlite', SQLITE), match: 'SQLite format 3' },
    'another database': at('db.sqlite3', `${SQLITE}1`),
    'a third database': at('database.sqlite', `${SQLITE}2`),
    'pages instead of 404, and a dump': {
      url,
      site: files({ '/backup.sql': text(`${MYSQL}-`) }, html('<h1>Shop</h1>')),
      confidence: 'confirmed',
    },
    'it is gone at the second look': {
      url,
      site: (request, nth) => (nth < 4 ? files({ '/backup.sql': text(MYSQL) })(request) : MISSING),
      confidence: 'likely',
    },
  },
  skipped: { 'a page': { url: 'https://shop.test/app', site: html('<p>app</p>') } },
})
