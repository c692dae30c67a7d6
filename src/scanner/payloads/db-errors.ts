/**
 * What a database says when a statement is broken. `syntax`: only a broken statement says it.
 * `driver`: the layer around it failed, for whatever reason. `object`: it names a table or column that
 * is not there. `value`: a value did not fit its type, which parameters that are bound properly say too.
 */
export type DbErrorKind = 'syntax' | 'driver' | 'object' | 'value'
export type DbSignature = Readonly<{ engine: string; kind: DbErrorKind; pattern: RegExp }>

/** A quote as written, in JSON, or as a character reference. */
const Q = String.raw`(?:\\?["'\x60]|&(?:quot|apos|#0?3[49]|#x2[27]);)`
const withQuotes = (source: string): RegExp => new RegExp(source.replaceAll('~', Q))

const SYNTAX: readonly (readonly [engine: string, source: string])[] = [
  [
    'MySQL',
    String.raw`You have an error in your SQL syntax; check the manual that (?:corresponds to|fits) your (?:MySQL|MariaDB|Drizzle|TiDB)`,
  ],
  ['MySQL', String.raw`\bER_PARSE_ERROR\b`],
  ['MySQL', String.raw`\bMySQLSyntaxErrorException\b`],
  ['PostgreSQL', 'syntax error at or near ~'],
  ['PostgreSQL', 'syntax error at end of input'],
  ['PostgreSQL', 'unterminated quoted (?:string|identifier) at or near ~'],
  ['PostgreSQL', 'zero-length delimited identifier at or near ~'],
  ['PostgreSQL', String.raw`SQLSTATE\[42601\]`],
  ['CockroachDB', 'at or near ~[^\n<]{1,60}?~: syntax error'],
  ['Microsoft SQL Server', 'Unclosed quotation mark (?:after|before) the character string ~'],
  ['Microsoft SQL Server', 'Incorrect syntax near (?:the keyword )?~'],
  [
    'Oracle',
    String.raw`\bORA-(?:00907|00911|00920|00921|00923|00933|00936|01740|01742|01756|01789|03048|03049)\b`,
  ],
  ['SQLite', 'near ~[^\n<]{1,80}?~: syntax error'],
  ['SQLite', 'unrecognized token: ~'],
  [
    'SQLite',
    String.raw`(?:SQLITE_ERROR|OperationalError|SqliteError|SQLException|ERR_SQLITE_ERROR)\W{1,20}incomplete input`,
  ],
  ['Db2', String.raw`\bSQL0(?:010|104|199)N\b`],
  ['Db2', String.raw`SQLCODE[=:]\s*-(?:10|104|199)\b[^<\n]{0,40}SQLSTATE[=:]\s*426`],
  ['H2', 'Syntax error in SQL statement ~'],
  ['H2', String.raw`\bJdbcSQLSyntaxErrorException\b`],
  [
    'HSQLDB',
    String.raw`unexpected (?:token: [^<\n]{1,40}|end of statement)(?: required: [^<\n]{1,40})? in statement \[`,
  ],
  ['Derby', 'Syntax error: Encountered ~'],
  ['Firebird', String.raw`Dynamic SQL Error[^<]{0,40}SQL error code = -104`],
  [
    'Microsoft Access',
    String.raw`Syntax error (?:\(missing operator\) |in string )in query expression ~`,
  ],
  [
    'ClickHouse',
    String.raw`DB::Exception: Syntax error(?: \([^)\n]{0,60}\))?: failed at position \d+`,
  ],
  ['Snowflake', String.raw`SQL compilation error:\s+syntax error line \d+`],
  [
    'SQL',
    String.raw`SQLSTATE\[42000\][^<\n]{0,60}(?:\b1064\b|[Ss]yntax error or access violation: \d)`,
  ],
  ['SQL', String.raw`\bjava\.sql\.SQLSyntaxErrorException\b`],
  ['SQL', String.raw`\bBadSqlGrammarException\b`],
  [
    'SQL',
    String.raw`\borg\.hibernate\.[\w.]{0,40}(?:QuerySyntaxException|SyntaxException|SQLGrammarException)\b`,
  ],
  ['SQL', String.raw`\bDoctrine\\DBAL\\Exception\\SyntaxErrorException\b`],
]

const DRIVER: readonly (readonly [engine: string, source: string])[] = [
  [
    'MySQL',
    String.raw`\bmysqli?_(?:fetch_\w+|num_rows|result|query|free_result)\(\)(?: expects parameter 1 to be|: (?:supplied argument is not a valid MySQL|Argument #1))`,
  ],
  ['MySQL', String.raw`\b(?:MySql\.Data\.MySqlClient|MySqlConnector)\.MySqlException\b`],
  ['MySQL', String.raw`\bmysqli_sql_exception\b`],
  [
    'PostgreSQL',
    String.raw`\bpg_(?:query|exec|prepare|send_query)\(\)[^<\n]{0,20} Query failed: ERROR`,
  ],
  [
    'PostgreSQL',
    String.raw`\borg\.postgresql\.util\.PSQLException\b|\bNpgsql\.\w{0,20}Exception\b|\bpsycopg2?\.errors\.\w+`,
  ],
  ['Microsoft SQL Server', String.raw`\b(?:System|Microsoft)\.Data\.SqlClient\.SqlException\b`],
  ['Microsoft SQL Server', String.raw`Microsoft OLE DB Provider for (?:ODBC Drivers|SQL Server)`],
  ['Microsoft SQL Server', String.raw`\[SQL Server(?: Native Client[^\]]{0,20})?\]`],
  ['Oracle', String.raw`\bORA-\d{5}: `],
  [
    'SQLite',
    String.raw`\bSQLITE_ERROR\b|\bERR_SQLITE_ERROR\b|\bSqliteError\b|\bsqlite3\.OperationalError\b|\bSQLite3::SQLException\b`,
  ],
  [
    'SQLite',
    String.raw`\b(?:System\.Data\.SQLite\.SQLiteException|Microsoft\.Data\.Sqlite\.SqliteException)\b`,
  ],
  ['Db2', String.raw`\bcom\.ibm\.db2\.jcc\b|\[IBM\]\[CLI Driver\]\[DB2`],
  ['HSQLDB', String.raw`\borg\.hsqldb\.(?:jdbc|HsqlException)`],
  [
    'Microsoft Access',
    String.raw`Microsoft (?:JET Database Engine|Access Database Engine)|\[Microsoft\]\[ODBC Microsoft Access`,
  ],
  ['Sybase', String.raw`\bSybSQLException\b|\[Sybase\]\[`],
  ['Informix', String.raw`\bcom\.informix\.jdbc\b|\[Informix\]\[`],
  ['SQL', String.raw`SQLSTATE\[\w{5}\]: `],
  [
    'SQL',
    String.raw`\bjava\.sql\.SQLException\b|\bActiveRecord::StatementInvalid\b|\bsqlalchemy\.exc\.\w{1,30}Error\b`,
  ],
  [
    'SQL',
    String.raw`\bSequelizeDatabaseError\b|\bQueryFailedError\b|\bIlluminate\\Database\\QueryException\b`,
  ],
  ['SQL', String.raw`\bcould not (?:execute|extract) (?:query|statement|ResultSet); SQL \[`],
  ['SQL', String.raw`Raw query failed\. Code: `],
]

const OBJECT: readonly (readonly [engine: string, source: string])[] = [
  ['PostgreSQL', '(?:relation|column) ~[^\n<]{1,100}?~ does not exist'],
  ['MySQL', 'Table ~[^\n<]{1,100}?~ doesn~t exist'],
  ['MySQL', 'Unknown column ~[^\n<]{1,100}?~ in ~'],
  ['Microsoft SQL Server', 'Invalid (?:object|column) name ~[^\n<]{1,100}?~'],
  ['SQLite', String.raw`no such (?:table|column): [\w.]{1,100}`],
]

const VALUE: readonly (readonly [engine: string, source: string])[] = [
  ['PostgreSQL', 'invalid input (?:syntax for|value for enum)'],
  ['PostgreSQL', String.raw`SQLSTATE\[22`],
  ['Microsoft SQL Server', 'Conversion failed when converting|Error converting data type'],
  ['Oracle', String.raw`\bORA-01722\b`],
  ['MySQL', 'Truncated incorrect \\w+ value'],
  ['H2', 'Data conversion error converting'],
]

const signatures = (kind: DbErrorKind, rows: typeof SYNTAX): readonly DbSignature[] =>
  rows.map(([engine, source]) => ({ engine, kind, pattern: withQuotes(source) }))

/** Most telling first. */
export const DB_ERRORS: readonly DbSignature[] = [
  ...signatures('syntax', SYNTAX),
  ...signatures('driver', DRIVER),
  ...signatures('object', OBJECT),
  ...signatures('value', VALUE),
]

/**
 * A message of kind `syntax`, `driver` or `object` holds at least one of these; a test compares. Few pages do,
 * and the patterns are run over those only.
 */
export const DB_ERROR_WORDS: readonly string[] = [
  'SQL',
  'Sql',
  'sql',
  'syntax error',
  'Syntax',
  'syntax near',
  'ORA-',
  'ER_PARSE_ERROR',
  'quoted string at or near',
  'quoted identifier at or near',
  'delimited identifier at or near',
  'Unclosed quotation mark',
  'unrecognized token: ',
  'OperationalError',
  ' in statement [',
  'pg_',
  'psycopg',
  'Microsoft OLE DB',
  'Microsoft JET Database',
  'Microsoft Access Database',
  'ODBC Microsoft Access',
  'com.ibm.db2',
  '[CLI Driver][DB2',
  '[Sybase][',
  'com.informix.jdbc',
  '[Informix][',
  'StatementInvalid',
  'SequelizeDatabaseError',
  'QueryFailedError',
  'QueryException',
  'Raw query failed',
  't exist',
  'Unknown column ',
  'Invalid object name ',
  'Invalid column name ',
  'no such table: ',
  'no such column: ',
]
