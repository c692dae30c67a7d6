import type { Place } from './e2e-place.ts'

/** A flawed place of the help desk, its twin, and a usual value of both. */
type Pair = Readonly<{ at: Place; twin: Place; usual: string }>

export const TIMED: readonly (Pair & Readonly<{ wait(seconds: number): string }>)[] = [
  {
    at: ['GET', '/tickets/related', 'id'],
    twin: ['GET', '/tickets/linked', 'id'],
    usual: '12',
    wait: (s) => `12 AND SLEEP(${s})`,
  },
  {
    at: ['POST', '/tickets/remind', 'mail'],
    twin: ['POST', '/tickets/nudge', 'mail'],
    usual: 'ida@customers.example',
    wait: (s) => `ida@customers.example' AND (SELECT pg_sleep(${s})) = '' -- `,
  },
  {
    at: ['GET', '/kb/suggest', 'term'],
    twin: ['GET', '/kb/complete', 'term'],
    usual: 'toner',
    wait: (s) => `toner%' AND IF(7=7, SLEEP(${s}), 0) -- `,
  },
  {
    at: ['GET', '/tickets/export', 'sort'],
    twin: ['GET', '/tickets/report', 'sort'],
    usual: 'created',
    wait: (s) => `(CASE WHEN 7=7 THEN (SELECT pg_sleep(${s})) ELSE created END)`,
  },
  {
    at: ['POST', '/api/telemetry', '/page/path'],
    twin: ['POST', '/api/beacon', '/page/path'],
    usual: '/kb',
    wait: (s) => `/kb" AND SLEEP(${s}) AND "7"="7`,
  },
  {
    at: ['GET', '/status/board', 'user-agent', 'header'],
    twin: ['GET', '/status/wall', 'user-agent', 'header'],
    usual: 'a browser',
    wait: (s) => `a browser', 'x'); SELECT pg_sleep(${s})-- `,
  },
  {
    at: ['GET', '/tickets/recent', 'last_seen', 'cookie'],
    twin: ['GET', '/tickets/latest', 'last_read', 'cookie'],
    usual: '2026-03-01',
    wait: (s) => `2026-03-01' OR (SELECT SLEEP(${s}))) -- `,
  },
]

/** SQLite itself cannot sleep: two million rows are counted where the answer does not need them. */
export const BUSY = {
  at: ['GET', '/archive/size', 'year'],
  twin: ['GET', '/archive/count', 'year'],
  usual: '2024',
  value: `2024 AND (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 2000000)
    SELECT count(*) FROM c) > 0`,
} as const satisfies Pair & Readonly<{ value: string }>

const MARK = `'dock-' || (31 * 3)`
export const MADE = 'dock-93'

export const JOINED: readonly (Omit<Pair, 'usual'> & Readonly<{ value: string }>)[] = [
  {
    at: ['GET', '/api/assets/tags', 'asset'],
    twin: ['GET', '/api/assets/labels', 'asset'],
    value: `3 UNION SELECT ${MARK}`,
  },
  {
    at: ['GET', '/tickets/list', 'status'],
    twin: ['GET', '/tickets/with', 'status'],
    value: `open' UNION SELECT 1, ${MARK}, 'x`,
  },
  {
    at: ['GET', '/tickets/mine', 'assignee'],
    twin: ['GET', '/tickets/of', 'assignee'],
    value: `boris')) UNION SELECT 1, ${MARK}, 3, 4, 5 -- `,
  },
  {
    at: ['GET', '/kb/search', 'q'],
    twin: ['GET', '/kb/query', 'q'],
    value: `printer%' UNION SELECT 1, 2, ${MARK}, 4 -- `,
  },
  {
    at: ['GET', '/customers/card', 'id'],
    twin: ['GET', '/customers/view', 'id'],
    value: `4 AND 7=8 UNION ALL SELECT 1, ${MARK}, 3, 4, 5, 6, 7, 8`,
  },
  {
    at: ['POST', '/assets/find', 'room'],
    twin: ['POST', '/assets/room', 'room'],
    value: `A1') UNION SELECT ${MARK}, 2 -- `,
  },
  {
    at: ['POST', '/api/customers/by-town', '/town'],
    twin: ['POST', '/api/customers/in-town', '/town'],
    value: `Bergen' UNION SELECT 1, ${MARK}, 3, 4, 5, 6 -- `,
  },
]

/** `broken` ends the statement in the middle of a string; `stack` is who then speaks. */
export const TOLD: readonly (Pair & Readonly<{ broken: string; stack: string }>)[] = [
  {
    at: ['POST', '/assets/import', 'serial', 'multipart'],
    twin: ['POST', '/assets/upload', 'serial', 'multipart'],
    usual: 'SN-4049',
    broken: "SN-4049'",
    stack: 'SQLite3::SQLException: ',
  },
  {
    at: ['GET', '/help/from', 'referer', 'header'],
    twin: ['GET', '/help/origin', 'referer', 'header'],
    usual: '/kb',
    broken: "/kb'",
    stack: 'SQLSTATE[HY000]: ',
  },
  {
    at: ['GET', '/assets/7', 'segment 2'],
    twin: ['GET', '/machines/7', 'segment 2'],
    usual: '7',
    broken: "7'",
    stack: 'sqlite3.OperationalError: ',
  },
  {
    at: ['POST', '/api/tickets/search', '/filter/customer/name'],
    twin: ['POST', '/api/tickets/query', '/filter/customer/name'],
    usual: 'Ida Strand',
    broken: "Ida Strand'",
    stack: 'SequelizeDatabaseError',
  },
  {
    at: ['GET', '/tickets/board', 'board_view', 'cookie'],
    twin: ['GET', '/tickets/wall', 'wall_view', 'cookie'],
    usual: 'compact',
    broken: "compact'",
    stack: 'SQLite Error 1: ',
  },
  {
    at: ['POST', '/tickets/filter', 'queue_id'],
    twin: ['POST', '/tickets/narrow', 'queue'],
    usual: '2',
    broken: "2'",
    stack: 'org.sqlite.SQLiteException: ',
  },
]

/** `ask` adds a condition to the statement. */
export const ASKED: readonly (Pair & Readonly<{ ask(condition: string): string }>)[] = [
  {
    at: ['GET', '/by-name/anna', 'segment 2'],
    twin: ['GET', '/people/anna', 'segment 2'],
    usual: 'anna',
    ask: (condition) => `anna' AND ${condition} -- `,
  },
  {
    at: ['GET', '/office', 'x-forwarded-for', 'header'],
    twin: ['GET', '/branch', 'x-forwarded-for', 'header'],
    usual: '10.1.0.9',
    ask: (condition) => `10.1.0.9' AND ${condition} AND '7'='7`,
  },
  {
    at: ['GET', '/site-news', 'desk_site', 'cookie'],
    twin: ['GET', '/site-notes', 'desk_branch', 'cookie'],
    usual: 'north',
    ask: (condition) => `north' AND ${condition} -- `,
  },
  {
    at: ['POST', '/assets/check', 'serial', 'multipart'],
    twin: ['POST', '/assets/verify', 'serial', 'multipart'],
    usual: 'SN-4049',
    ask: (condition) => `SN-4049' AND ${condition}) -- `,
  },
  {
    at: ['POST', '/tickets/bulk', 'ids'],
    twin: ['POST', '/tickets/select', 'ids'],
    usual: '3,5,8',
    ask: (condition) => `3,5,8) AND (${condition}`,
  },
  {
    at: ['POST', '/api/assets/count', '/where/rooms/0'],
    twin: ['POST', '/api/assets/total', '/where/rooms/0'],
    usual: 'A1',
    ask: (condition) => `A1') AND (${condition}) -- `,
  },
  {
    at: ['GET', '/reports/load', 'least'],
    twin: ['GET', '/reports/balance', 'least'],
    usual: '2',
    ask: (condition) => `2 AND ${condition}`,
  },
]
