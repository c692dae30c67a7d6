import { expect, it } from 'vitest'

import {
  DB_ERROR_WORDS,
  DB_ERRORS,
  type DbErrorKind,
} from '../../../src/scanner/payloads/db-errors.ts'
import { dbErrorsIn } from '../../../src/scanner/checks/support/db-error.ts'
import { requestOf } from '../../support/inputs.ts'
import { answer, html } from '../../support/site.ts'

const read = (body: string) => {
  const request = requestOf({})
  return dbErrorsIn({ request, response: answer(html(body), request, 0) })
}

/** Messages as databases, drivers and frameworks write them; every signature has one. */
const MESSAGES: readonly (readonly [engine: string, kind: DbErrorKind, message: string])[] = [
  [
    'MySQL',
    'syntax',
    'You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use',
  ],
  ['MySQL', 'syntax', '"code":"ER_PARSE_ERROR","errno":1064'],
  ['MySQL', 'syntax', 'com.mysql.jdbc.exceptions.jdbc4.MySQLSyntaxErrorException: Unknown'],
  [
    'MySQL',
    'driver',
    'Warning: mysqli_fetch_assoc() expects parameter 1 to be mysqli_result, bool given',
  ],
  ['MySQL', 'driver', 'MySql.Data.MySqlClient.MySqlException: Fatal error'],
  ['MySQL', 'driver', 'PHP Fatal error: Uncaught mysqli_sql_exception'],
  ['MySQL', 'object', "Table 'shop.orders' doesn't exist"],
  ['MySQL', 'object', "Unknown column 'lamp' in 'order clause'"],
  ['MySQL', 'value', "Truncated incorrect DOUBLE value: '1a'"],
  ['PostgreSQL', 'syntax', 'ERROR: syntax error at or near "lamp" at character 42'],
  ['PostgreSQL', 'syntax', 'pq: syntax error at end of input'],
  ['PostgreSQL', 'syntax', 'unterminated quoted string at or near &quot;&#39;&quot;'],
  ['PostgreSQL', 'syntax', 'zero-length delimited identifier at or near """"'],
  ['PostgreSQL', 'syntax', 'SQLSTATE[42601]: Syntax error'],
  ['PostgreSQL', 'driver', 'Warning: pg_query(): Query failed: ERROR: relation'],
  ['PostgreSQL', 'driver', 'psycopg2.errors.UndefinedColumn: column'],
  ['PostgreSQL', 'object', 'ERROR:  relation "orders_2026" does not exist'],
  ['PostgreSQL', 'object', 'error: column &quot;lamp&quot; does not exist'],
  ['PostgreSQL', 'value', 'invalid input syntax for type integer: "1a"'],
  ['PostgreSQL', 'value', 'SQLSTATE[22P02]'],
  ['CockroachDB', 'syntax', 'ERROR: at or near "lamp": syntax error'],
  ['Microsoft SQL Server', 'syntax', "Unclosed quotation mark after the character string ''."],
  ['Microsoft SQL Server', 'syntax', "Incorrect syntax near the keyword 'AND'."],
  ['Microsoft SQL Server', 'driver', 'System.Data.SqlClient.SqlException (0x80131904)'],
  ['Microsoft SQL Server', 'driver', "Microsoft OLE DB Provider for SQL Server error '80040e14'"],
  [
    'Microsoft SQL Server',
    'driver',
    '[Microsoft][ODBC SQL Server Driver][SQL Server]Invalid column',
  ],
  ['Microsoft SQL Server', 'object', "Invalid object name 'dbo.Orders'."],
  ['Microsoft SQL Server', 'object', "Invalid column name 'lamp'."],
  ['Microsoft SQL Server', 'value', 'Conversion failed when converting the varchar value'],
  ['Oracle', 'syntax', 'ORA-00933: SQL command not properly ended'],
  ['Oracle', 'syntax', 'ORA-01756: quoted string not properly terminated'],
  ['SQLite', 'syntax', 'django.db.utils.OperationalError: incomplete input'],
  ['ClickHouse', 'syntax', 'Code: 62. DB::Exception: Syntax error: failed at position 40'],
  ['Microsoft SQL Server', 'driver', "Microsoft OLE DB Provider for ODBC Drivers error '80040e14'"],
  ['Db2', 'driver', 'com.ibm.db2.jcc.b.zd: an error'],
  ['Db2', 'driver', '[IBM][CLI Driver][DB2/6000] an error'],
  ['Informix', 'driver', 'com.informix.jdbc.IfxException: an error'],
  ['Oracle', 'driver', 'ORA-00942: table or view does not exist'],
  ['Oracle', 'value', 'ORA-01722: invalid number'],
  ['SQLite', 'syntax', 'SQLITE_ERROR: near "lamp": syntax error'],
  ['SQLite', 'syntax', 'unrecognized token: \\"\'\\"'],
  ['SQLite', 'syntax', 'SqliteError: incomplete input'],
  ['SQLite', 'driver', 'sqlite3.OperationalError: no such table'],
  ['SQLite', 'driver', 'Microsoft.Data.Sqlite.SqliteException: SQLite Error 1'],
  ['SQLite', 'object', 'Error: no such table: orders'],
  ['SQLite', 'object', 'no such column: lamp'],
  ['Db2', 'syntax', 'SQL0104N  An unexpected token'],
  ['Db2', 'syntax', 'DB2 SQL Error: SQLCODE=-104, SQLSTATE=42601, SQLERRMC'],
  ['Db2', 'driver', 'com.ibm.db2.jcc.am.SqlException'],
  ['H2', 'syntax', 'Syntax error in SQL statement "SELECT"'],
  ['H2', 'syntax', 'org.h2.jdbc.JdbcSQLSyntaxErrorException'],
  ['H2', 'value', 'Data conversion error converting "1a"'],
  ['HSQLDB', 'syntax', 'unexpected end of statement in statement [SELECT'],
  ['HSQLDB', 'driver', 'org.hsqldb.HsqlException: user lacks'],
  ['Derby', 'syntax', 'Syntax error: Encountered "lamp" at line 1'],
  ['Firebird', 'syntax', 'Dynamic SQL Error SQL error code = -104 Token unknown'],
  ['Microsoft Access', 'syntax', "Syntax error (missing operator) in query expression 'id ='"],
  ['Microsoft Access', 'driver', 'Microsoft JET Database Engine error'],
  ['ClickHouse', 'syntax', 'DB::Exception: Syntax error: failed at position 12'],
  ['Snowflake', 'syntax', 'SQL compilation error:\nsyntax error line 1 at position 3'],
  ['Sybase', 'driver', 'com.sybase.jdbc4.jdbc.SybSQLException'],
  ['Informix', 'driver', 'com.informix.jdbc.IfxSqliConnect'],
  ['SQL', 'syntax', 'SQLSTATE[42000]: Syntax error or access violation: 1064'],
  ['SQL', 'syntax', 'java.sql.SQLSyntaxErrorException: Unknown'],
  ['SQL', 'syntax', 'org.springframework.jdbc.BadSqlGrammarException'],
  ['SQL', 'syntax', 'org.hibernate.hql.internal.ast.QuerySyntaxException'],
  ['SQL', 'syntax', 'Doctrine\\DBAL\\Exception\\SyntaxErrorException'],
  ['SQL', 'driver', 'SQLSTATE[HY000]: General error'],
  ['SQL', 'driver', 'ActiveRecord::StatementInvalid'],
  ['SQL', 'driver', 'QueryFailedError: column'],
  ['SQL', 'driver', 'could not execute query; SQL [select'],
  ['SQL', 'driver', 'Raw query failed. Code: `42601`'],
]

it.each(MESSAGES)('%s, %s: %s', (engine, kind, message) => {
  const seen = read(`<pre>${message}</pre>`).map(
    ({ signature }) => `${signature.engine} ${signature.kind}`,
  )
  expect(seen).toContain(`${engine} ${kind}`)
})

it('has a message for every signature', () => {
  const all = MESSAGES.map(([, , message]) => message)
  const unproved = DB_ERRORS.filter(({ pattern }) => !all.some((message) => pattern.test(message)))
  expect(unproved.map(({ pattern }) => pattern.source)).toEqual([])
})

/** What the other halves of the patterns take. */
const OTHER_FORMS: readonly string[] = [
  'unterminated quoted identifier at or near "a',
  'Npgsql.PostgresException: 42601',
  'Microsoft Access Database Engine error',
  '[Microsoft][ODBC Microsoft Access Driver]',
  '[IBM][CLI Driver][DB2/LINUXX8664] SQL',
  '[Sybase][ODBC Driver]',
  '[Informix][Informix ODBC Driver]',
  'SequelizeDatabaseError: column',
  'Illuminate\\Database\\QueryException',
]

it('has a word for every message that tells of the database', () => {
  const telling = [
    ...MESSAGES.filter(([, kind]) => kind !== 'value').map(([, , message]) => message),
    ...OTHER_FORMS,
  ]
  expect(OTHER_FORMS.filter((text) => read(text).length === 0)).toEqual([])
  const without = telling.filter((text) => !DB_ERROR_WORDS.some((word) => text.includes(word)))
  expect(without).toEqual([])
  const needless = DB_ERROR_WORDS.filter((word) => !telling.some((text) => text.includes(word)))
  expect(needless).toEqual([])
})

it.each([
  'There is a syntax error in your JSON near line 3',
  'SyntaxError: Unexpected token } in JSON at position 12',
  "Unrecognized token 'lamp': was expecting ('true', 'false' or 'null')",
  'Parse error: syntax error, unexpected end of file in /var/www/index.php',
  'Lexical error at line 1, column 6. Encountered: <EOF> after : "lamp"',
  'Learn SQL: how to quote a string, and what a syntax error is',
  'Error 500: the database is not available',
  'Incorrect syntax. Please enter a valid date.',
  'ORA-bitals and SQL for beginners',
])('takes no notice of: %s', (text) => {
  expect(read(`<p>${text}</p>`)).toEqual([])
})
