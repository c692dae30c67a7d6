import check from '../../src/scanner/checks/input/sqli.error.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { number, word } from '../support/shop-pages.ts'
import { escapeHtml, html, valueOf, type Reply } from '../support/site.ts'

/** A page whose error comes by a rule on the value, for the databases that are not at hand. */
const says = (url: string, error: string, isBroken: (value: string) => boolean) => ({
  url,
  site: (request: HttpRequest): Reply => {
    const value = request.url.searchParams.values().next().value ?? ''
    return isBroken(value)
      ? html(`<b>${error}</b>`, { status: 500 })
      : html(`<p>${escapeHtml(value)}</p>`)
  },
})
const oddQuotes = (value: string) => (value.split("'").length - 1) % 2 === 1
const MYSQL =
  'You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax'

/** Breaks on odd quotes; of the counterparts that follow, only the nth is answered without an error. */
const fickle = (healed: number) => {
  let counterparts = 0
  return {
    url: word,
    site: (request: HttpRequest): Reply => {
      const value = valueOf(request, 'q')
      const isCounterpart = value.endsWith("''")
      const isWell = isCounterpart ? ++counterparts === 2 - healed : !oddQuotes(value)
      return isWell ? html(`<p>${escapeHtml(value)}</p>`) : html(`<b>${MYSQL}</b>`, { status: 500 })
    },
  }
}

/** Breaks on odd characters at the first round, and then no more. */
const mending = () => {
  let odd = 0
  return {
    url: word,
    site: (request: HttpRequest): Reply =>
      valueOf(request, 'q').includes("'") && ++odd <= 3
        ? html(`<b>${MYSQL}</b>`, { status: 500 })
        : html('<p>ok</p>'),
  }
}

testCheck(check, {
  clean: {
    'a statement that is mended meanwhile': mending(),
    'a bound number, and a word on syntax beside its error': says(
      number,
      'SQLSTATE[22P02]: invalid input syntax for type integer; see also: SQLSTATE[42601]: Syntax error',
      (v) => /\D/.test(v),
    ),
    'any other number is an error too': {
      ...says(number, MYSQL, (v) => v !== '1'),
      requests: 2,
    },
    'a server error on a quote, without words': {
      url: word,
      site: (request) =>
        oddQuotes(valueOf(request, 'q'))
          ? html('<h1>500</h1>', { status: 500 })
          : html('<p>ok</p>'),
    },
    'the database is always broken': { url: word, site: html(`<b>${MYSQL}</b>`, { status: 500 }) },
    'a page about SQL errors': {
      url: word,
      site: html(`<h1>What does it mean?</h1><p>${MYSQL}</p><p>near "'": syntax error</p>`),
    },
    'a page about SQL errors that shows the search': {
      url: word,
      site: (request) =>
        html(`<p>${escapeHtml(valueOf(request, 'q'))}</p><p>unrecognized token: "'"</p>`),
    },
    'any other value is an error too': says(word, MYSQL, (v) => v !== 'lamp'),
    'a bound parameter of another type': says(
      number,
      'ERROR: invalid input syntax for type integer: "1\'"',
      (v) => /\D/.test(v),
    ),
    'a bound parameter of another type, by a driver': says(
      number,
      'org.postgresql.util.PSQLException: ERROR: invalid input syntax for type integer',
      (v) => /\D/.test(v),
    ),
    'a number that does not convert': says(
      number,
      'System.Data.SqlClient.SqlException: Conversion failed when converting the nvarchar value',
      (v) => /\D/.test(v),
    ),
    'the syntax of a search engine': says(
      word,
      "Cannot parse 'lamp\"': Lexical error at line 1, column 6. Encountered: &lt;EOF&gt;",
      (v) => v.includes('"'),
    ),
    'the syntax of JSON': says(
      word,
      "Unrecognized token 'lamp': was expecting ('true', 'false' or 'null')",
      (v) => /['"]/.test(v),
    ),
    'a firewall that refuses quotes': {
      url: word,
      site: (request) =>
        /['"]/.test(valueOf(request, 'q'))
          ? html('<h1>Blocked: SQL injection</h1>', { status: 403 })
          : html('<p>ok</p>'),
    },
    'an error of the driver that nothing heals': says(word, 'SQLSTATE[HY000]: General error', (v) =>
      /['"\\)]/.test(v),
    ),
    'an error now and then': {
      url: word,
      site: (_request, nth) =>
        nth === 2 ? html(`<b>${MYSQL}</b>`, { status: 500 }) : html('<p>ok</p>'),
    },
  },
  found: {
    'an error inside a page, whatever the quotes': {
      url: word,
      site: (request) =>
        html(valueOf(request, 'q').includes("'") ? `<b>${MYSQL}</b>` : '<p>Nothing found</p>'),
      confidence: 'likely',
    },
    'a statement that is healed at first only': { ...fickle(1), confidence: 'likely' },
    'a statement that is healed at last only': { ...fickle(0), confidence: 'likely' },
    MySQL: { ...says(word, MYSQL, oddQuotes), confidence: 'confirmed', note: /MySQL/ },
    MariaDB: {
      ...says(word, MYSQL.replace('MySQL', 'MariaDB'), oddQuotes),
      match: /your MariaDB/,
      confidence: 'confirmed',
    },
    'MySQL, quotes doubled, backslashes not': {
      ...says(word, MYSQL, (v) => /(?<!\\)(?:\\\\)*\\$/.test(v) || v.includes(`#{\\`)),
      confidence: 'confirmed',
      note: /backslash/,
    },
    PostgreSQL: {
      ...says(word, 'ERROR: unterminated quoted string at or near "\'lamp" LINE 1', oddQuotes),
      note: /PostgreSQL/,
    },
    'SQL Server': {
      ...says(word, "Unclosed quotation mark after the character string 'lamp'.", oddQuotes),
      note: /Microsoft SQL Server/,
    },
    Oracle: {
      ...says(word, 'ORA-01756: quoted string not properly terminated', oddQuotes),
      match: 'ORA-01756',
    },
    Db2: { ...says(word, 'DB2 SQL Error: SQLCODE=-10, SQLSTATE=42603', oddQuotes), note: /Db2/ },
    H2: {
      ...says(
        word,
        'org.h2.jdbc.JdbcSQLSyntaxErrorException: Syntax error in SQL statement &quot;SELECT',
        oddQuotes,
      ),
      note: /H2/,
    },
    HSQLDB: {
      ...says(word, 'unexpected token: LAMP required: ) in statement [SELECT', oddQuotes),
      note: /HSQLDB/,
    },
    Access: {
      ...says(word, "Syntax error in string in query expression 'name = 'lamp''.", oddQuotes),
      note: /Access/,
    },
    Hibernate: {
      ...says(
        word,
        'org.hibernate.exception.SQLGrammarException: could not extract ResultSet',
        oddQuotes,
      ),
    },
    'a driver that says no more, but it heals': {
      ...says(word, 'ActiveRecord::StatementInvalid', oddQuotes),
      confidence: 'confirmed',
    },
    'it never heals': {
      ...says(word, MYSQL, (v) => /['"]/.test(v)),
      confidence: 'likely',
      reason: /nothing tried healed it/,
    },
    'it heals into another error page': {
      url: word,
      site: (request) => {
        const value = valueOf(request, 'q')
        if (oddQuotes(value)) return html(`<b>${MYSQL}</b>`, { status: 500 })
        return html('<p>x</p>', { status: value.includes("'") ? 403 : 200 })
      },
      confidence: 'likely',
    },
    'a page that shows another error all the time': {
      url: word,
      site: (request) =>
        html(
          `<i>Microsoft OLE DB Provider for SQL Server</i>${oddQuotes(valueOf(request, 'q')) ? `<b>${MYSQL}</b>` : ''}`,
        ),
      match: /You have an error/,
      confidence: 'confirmed',
    },
  },
})
