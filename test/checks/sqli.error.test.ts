import check from '../../src/scanner/checks/input/sqli.error.ts'
import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { testCheck } from '../support/check-tester.ts'
import { escapeHtml, html, valueOf, type Reply } from '../support/site.ts'
import { makeShop } from '../support/sqlite.ts'

const ask = makeShop()
const number = 'https://shop.test/item?id=1'
const word = 'https://shop.test/search?q=lamp'
const sort = 'https://shop.test/list?by=price'

/** A shop that puts the parameter into a statement, and tells visitors what SQLite says. */
const shop = (
  url: string,
  write: (value: string) => string,
  show = (error: string) => `SqliteError: ${error}`,
) => ({
  url,
  site: (request: HttpRequest): Reply => {
    const { rows, error } = ask(write(request.url.searchParams.values().next().value ?? ''))
    if (error !== null) return html(`<pre>${show(error)}</pre>`, { status: 500 })
    return html(`<ul>${rows.map((row) => `<li>${JSON.stringify(row)}`).join('')}</ul>`)
  },
})
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

testCheck(check, {
  clean: {
    'a bound parameter': {
      url: word,
      site: (request) => {
        const { rows } = ask('SELECT * FROM products WHERE name = ?', valueOf(request, 'q'))
        return html(`<p>${rows.length} found</p>`)
      },
      requests: 0,
    },
    'a quote that is doubled': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = '${v.replaceAll("'", "''")}'`),
      requests: 0,
    },
    'a number that is parsed': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = ${Number.parseInt(v, 10)}`),
      requests: 1,
    },
    'a column of a list': shop(
      sort,
      (v) => `SELECT * FROM products ORDER BY ${['name', 'price'].includes(v) ? v : 'id'}`,
    ),
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
    'a string': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = '${v}'`),
      match: 'unrecognized token: "',
      confidence: 'confirmed',
      note: /SQLite/,
      requests: 5,
    },
    'a string in brackets': {
      ...shop(word, (v) => `SELECT * FROM products WHERE (name = lower('${v}'))`),
      confidence: 'confirmed',
    },
    'a string in double quotes': {
      ...shop(word, (v) => `SELECT * FROM products WHERE "${v}" = name`),
      confidence: 'confirmed',
      note: /double quote/,
    },
    'a part of a pattern': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name LIKE '%${v}%'`),
      confidence: 'confirmed',
    },
    'a number': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = ${v}`),
      confidence: 'confirmed',
      note: /a bracket/,
    },
    'a number in a list': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id IN (2, ${v})`),
      confidence: 'confirmed',
    },
    'a number, kept as a string': {
      ...shop(number, (v) => `SELECT * FROM products WHERE id = '${v}'`),
      confidence: 'confirmed',
      note: /single quote/,
    },
    'a column to sort by': {
      ...shop(sort, (v) => `SELECT * FROM products ORDER BY ${v}`),
      confidence: 'confirmed',
    },
    'a direction to sort in': {
      ...shop(
        'https://shop.test/list?dir=DESC',
        (v) => `SELECT * FROM products ORDER BY price ${v}`,
      ),
      confidence: 'confirmed',
    },
    'quotes in the message are encoded': {
      ...shop(word, (v) => `SELECT * FROM products WHERE name = '${v}'`, escapeHtml),
      match: 'unrecognized token: &quot;&#39;'.slice(0, 26),
      confidence: 'confirmed',
    },
    'the message is in JSON': {
      ...shop(
        word,
        (v) => `SELECT * FROM products WHERE name = '${v}'`,
        (error) => JSON.stringify({ error }),
      ),
      match: 'unrecognized token: \\"',
    },
    'a form field': {
      url: 'https://shop.test/search',
      form: { q: 'lamp' },
      site: (request) => {
        const { error } = ask(`SELECT * FROM products WHERE name = '${valueOf(request, 'q')}'`)
        return html(error === null ? '<p>ok</p>' : `<p>SQLITE_ERROR: ${error}</p>`)
      },
      confidence: 'confirmed',
    },
    'a member of JSON': {
      url: 'https://shop.test/api/search',
      json: { q: 'lamp' },
      site: (request) => {
        const { error } = ask(`SELECT * FROM products WHERE name = '${valueOf(request, 'q')}'`)
        return {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ error }),
          status: error === null ? 200 : 500,
        }
      },
      confidence: 'confirmed',
    },
    'a header that is written to a table': {
      url: 'https://shop.test/',
      headers: { referer: 'https://shop.test/start' },
      site: (request) => {
        const value = request.headers.get('referer') ?? ''
        const { error } = ask(`SELECT '${value}' AS referer`)
        return error === null
          ? html('<p>Welcome</p>')
          : html(`<pre>SqliteError: ${error}</pre>`, { status: 500 })
      },
      confidence: 'confirmed',
    },
    'a field of multipart': {
      url: 'https://shop.test/profile',
      multipart: { about: 'hello' },
      site: (request) => {
        const value = /name="about"\r\n\r\n([^]*?)\r\n--/.exec(request.body ?? '')?.[1] ?? ''
        const { error } = ask(`SELECT '${value}' AS about`)
        return error === null
          ? html('<p>Saved</p>')
          : html(`<pre>SqliteError: ${error}</pre>`, { status: 500 })
      },
      confidence: 'confirmed',
    },
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
