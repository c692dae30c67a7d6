import { DatabaseSync } from 'node:sqlite'
import type { Reply } from '../../../kit/app.ts'
import { encode, json } from '../../../kit/html.ts'
import { page, prose, type SitePage } from '../layout.ts'

type Case = Readonly<{ page: SitePage; cause: string }>
const at = (path: string, label: string, cause: string, reply: () => Reply): Case => ({
  page: { path, label, reply },
  cause,
})

/** What SQLite itself says about a table that was never made. */
function sqliteMessage(): string {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec('SELECT count(*) FROM visits WHERE day = 1')
    return 'no error'
  } catch (error) {
    return error instanceof Error ? error.message : 'no error'
  } finally {
    database.close()
  }
}

const failed = (heading: string, message: string, status = 500): Reply =>
  page(heading, `<p class="error">${encode(message)}</p>`, { status })

/** Statements that fail whatever is asked for, and whose messages are shown. */
export const DB_ERROR_PAGES: readonly Case[] = [
  at('/club/members.php', 'Members of the club', 'MySQL, within a page of status 200', () =>
    page(
      'Members of the club',
      `<p>Members: </p>${encode("You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near 'ORDER BY since LIMIT 20' at line 1")}`,
    ),
  ),
  at('/auctions/next', 'Next auction', 'PostgreSQL', () =>
    failed(
      'Next auction',
      'ERROR:  relation "auctions_2026" does not exist\nLINE 1: SELECT starts_at FROM auctions_2026\n                              ^',
    ),
  ),
  at('/visitors.php?day=1', 'Visitors', 'SQLite by its own message, with a parameter', () =>
    failed('Visitors', `SQLSTATE[HY000]: General error: 1 ${sqliteMessage()}`),
  ),
  at('/stock/levels', 'Stock levels', 'SQL Server, in JSON', () =>
    json(
      {
        ok: false,
        detail:
          "Microsoft OLE DB Provider for SQL Server error '80040e37': Invalid object name 'dbo.StockLevels'.",
      },
      500,
    ),
  ),
  at('/ledger/month', 'The ledger', 'Oracle', () =>
    failed('The ledger', 'ORA-00942: table or view does not exist'),
  ),
]

type Twin = Readonly<{ page: SitePage; why: string }>

/** The same rule as for traces: an article that quotes a message leaks nothing. */
export const DB_ERROR_TWINS: readonly Twin[] = [
  {
    page: {
      path: '/blog/database-messages.php',
      label: 'Blog: what databases say',
      reply: () =>
        page(
          'What databases say',
          `<article><p>A forgotten comma, in three accents:</p>
<pre><code>ERROR:  syntax error at or near "FROM"
ORA-00936: missing expression
You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near</code></pre>
<p>All three mean: look one word to the left.</p></article>`,
        ),
    },
    why: 'an article about messages',
  },
  {
    page: {
      path: '/club/events.php?month=3',
      label: 'Events of the club',
      reply: () =>
        page('Events', '<p>Our list of events is being mended. Database error.</p>', {
          status: 503,
        }),
    },
    why: 'says that there was an error, not which',
  },
  {
    page: prose(
      '/oranges.php',
      'The orange chair ORA-12',
      'ORA-12 is the number of our orange chair; ORA-01453 is the table that goes with it. Postgres and MySQL are the names of our cats.',
    ),
    why: 'article numbers that look like codes of Oracle',
  },
]
