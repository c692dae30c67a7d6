import check from '../../src/scanner/checks/passive/info.dberror.ts'
import { testCheck } from '../support/check-tester.ts'
import { html, type Reply } from '../support/site.ts'

const MYSQL =
  'You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version'
const DRIVER = 'org.postgresql.util.PSQLException: connection refused'
const typed = (type: string, body: string, status = 200): { site: Reply } => ({
  site: { status, headers: { 'content-type': type }, body },
})
const PROSE = '<p>Why this message comes, and what to do about it.</p>'.repeat(20)

testCheck(check, {
  clean: {
    'a page about databases': { site: html('<p>SQL syntax, ORA-bitals and errors</p>') },
    'prose about what is missing': {
      site: html('<p>The relation of wood and wax does not exist in this column.</p>'),
    },
    'an error of something else': {
      site: html('<p>syntax error near line 3</p>', { status: 500 }),
    },
    'a value that does not fit': {
      site: html('<p>invalid input syntax for type integer: "a"</p>', { status: 500 }),
    },
  },
  found: {
    'the statement is broken': {
      site: html(`<b>${MYSQL}</b>`, { status: 500 }),
      match: /error in your SQL syntax/,
      confidence: 'confirmed',
      note: /MySQL/,
      discriminators: ['mysql'],
    },
    'a table is missing': {
      site: html('<p>ERROR:  relation "orders" does not exist\nLINE 1: SELECT</p>', {
        status: 500,
      }),
      match: 'relation "orders" does not exist',
      confidence: 'confirmed',
      discriminators: ['postgresql'],
    },
    'the connection is broken': {
      site: html(`<p>${DRIVER}</p>`, { status: 503 }),
      confidence: 'confirmed',
      discriminators: ['postgresql'],
    },
    'in a page that says all is well': { site: html(`<b>${MYSQL}</b>`), confidence: 'likely' },
    'in JSON, as text among data': {
      ...typed('application/json', `{"items":[{"question":"What is: ${DRIVER}"}]}`),
      confidence: 'possible',
    },
    'in a page, as text among data': {
      site: html(`<script type="application/json">{"question":"What is: ${DRIVER}"}</script>`),
      confidence: 'possible',
      reason: /among data/,
    },
    'in JSON': { ...typed('application/json', `{"error":"${DRIVER}"}`), confidence: 'likely' },
    'in XML': { ...typed('text/xml', `<fault>${DRIVER}</fault>`), confidence: 'likely' },
    'in text': { ...typed('text/plain', DRIVER, 500), confidence: 'confirmed' },
    'in text that only looks like an article': {
      ...typed('text/plain', `<article>${PROSE}<code>${MYSQL}</code>${PROSE}</article>`),
      confidence: 'likely',
    },
    'in an article': {
      site: html(`<article>${PROSE}<code>${MYSQL}</code>${PROSE}</article>`),
      confidence: 'possible',
      reason: /example/,
    },
    ...Object.fromEntries(
      ['pre', 'code', 'blockquote', 'textarea', 'samp'].map((name) => [
        `shown in <${name}>`,
        {
          site: html(`<main>${PROSE}<${name}>${MYSQL}</${name}>${PROSE}</main>`),
          confidence: 'possible' as const,
        },
      ]),
    ),
    'in an error page as long as an article': {
      site: html(`<article>${PROSE}<code>${MYSQL}</code>${PROSE}</article>`, { status: 500 }),
      confidence: 'confirmed',
    },
    'the statement before the driver': {
      site: html(`<p>${DRIVER}</p><p>${MYSQL}</p>`, { status: 500 }),
      discriminators: ['mysql'],
    },
  },
  skipped: {
    'a script that knows the messages': typed('text/javascript', `if(e=="${DRIVER}")retry()`),
    'a style': typed('text/css', `/* ${DRIVER} */`),
    'an empty answer': typed('text/plain', ''),
  },
})
