import { may, must, type Expected, type Truth } from '../../truth.ts'

type Place = readonly [method: string, path: string, parameter: string]

/** What else is true of a place whose statement shows rows or can be asked yes and no. */
const also = (checks: readonly string[], place: Place, cause: string): readonly Expected[] =>
  checks.map((check) => may(check, place, cause))

const joined = (place: Place, cause: string): readonly Expected[] => [
  must('sqli.union', place, cause),
  ...also(['sqli.boolean', 'sqli.time'], place, cause),
]
/** Shows errors, and rows too unless it only counts them. */
const told = (place: Place, cause: string, showsRows = true): readonly Expected[] => [
  must('sqli.error', place, cause),
  ...also(['sqli.boolean', 'sqli.time', ...(showsRows ? ['sqli.union'] : [])], place, cause),
  { ...may('info.dberror', place, cause), parameter: null },
]
const asked = (place: Place, cause: string, showsRows = true): readonly Expected[] => [
  must('sqli.boolean', place, cause),
  ...also(['sqli.time', ...(showsRows ? ['sqli.union'] : [])], place, cause),
]

export const truth: Truth = {
  expected: [
    must('sqli.time', ['GET', '/tickets/related', 'id'], 'MySQL, number, quotes doubled'),
    must('sqli.time', ['POST', '/tickets/remind', 'mail'], 'PostgreSQL, string of a form'),
    must('sqli.time', ['GET', '/kb/suggest', 'term'], 'MySQL, inside LIKE'),
    must('sqli.time', ['GET', '/tickets/export', 'sort'], 'PostgreSQL, ORDER BY of many rows'),
    must('sqli.time', ['POST', '/api/telemetry', '/page/path'], 'MySQL, JSON, double quotes'),
    must('sqli.time', ['GET', '/status/board', 'user-agent'], 'PostgreSQL, value of an INSERT'),
    must('sqli.time', ['GET', '/tickets/recent', 'last_seen'], 'MySQL, cookie in parentheses'),
    must('sqli.time', ['GET', '/archive/size', 'year'], 'plain SQLite: only work takes time'),

    ...joined(['GET', '/api/assets/tags', 'asset'], 'number, one column, rows as JSON'),
    ...joined(['GET', '/tickets/list', 'status'], 'string, three columns, two of them shown'),
    ...joined(
      ['GET', '/tickets/mine', 'assignee'],
      'two parentheses, five columns, ORDER BY after',
    ),
    ...joined(['GET', '/kb/search', 'q'], 'inside LIKE, four columns'),
    ...joined(['GET', '/customers/card', 'id'], 'number, eight columns, first row only'),
    ...joined(['POST', '/assets/find', 'room'], 'IN list of a form, two columns, LIMIT after'),
    ...joined(['POST', '/api/customers/by-town', '/town'], 'JSON string, six columns'),

    ...told(['POST', '/assets/import', 'serial'], 'multipart field, error of Rails', false),
    ...told(['GET', '/help/from', 'referer'], 'Referer, error of PHP with status 200'),
    ...told(['GET', '/assets/7', 'segment 2'], 'number in the path, error of Python'),
    ...told(
      ['POST', '/api/tickets/search', '/filter/customer/name'],
      'JSON leaf three levels deep, error as JSON',
    ),
    ...told(['GET', '/tickets/board', 'board_view'], 'cookie, error of .NET with status 200'),
    ...told(['POST', '/tickets/filter', 'queue_id'], 'hidden number, error of Java'),

    ...asked(['GET', '/by-name/anna', 'segment 2'], 'string in the path, errors become 404'),
    ...asked(['GET', '/office', 'x-forwarded-for'], 'header, a condition after it'),
    ...asked(['GET', '/site-news', 'desk_site'], 'cookie'),
    ...asked(['POST', '/assets/check', 'serial'], 'multipart field in parentheses', false),
    ...asked(['POST', '/tickets/bulk', 'ids'], 'hidden list of numbers, quotes doubled'),
    ...asked(['POST', '/api/assets/count', '/where/rooms/0'], 'item of a JSON list'),
    ...asked(['GET', '/reports/load', 'least'], 'number of a HAVING clause'),
  ],
  clean: [
    { path: '/tickets/linked', parameter: 'id', why: 'bound parameter' },
    { path: '/tickets/nudge', parameter: 'mail', why: 'bound parameter' },
    { path: '/kb/complete', parameter: 'term', why: 'bound parameter, LIKE escaped' },
    { path: '/tickets/report', parameter: 'sort', why: 'columns on a list' },
    { path: '/api/telemetry', parameter: '/page/loaded_ms', why: 'bound parameter' },
    { path: '/api/beacon', parameter: '/page/path', why: 'bound parameter' },
    { path: '/api/beacon', parameter: '/page/loaded_ms', why: 'bound parameter' },
    { path: '/status/wall', parameter: 'user-agent', why: 'bound parameter' },
    { path: '/tickets/latest', parameter: 'last_read', why: 'bound parameter' },
    { path: '/archive/count', parameter: 'year', why: 'bound parameter' },
    { path: '/stats/load', parameter: 'range', why: 'slow at random' },
    { path: '/stats/render', parameter: 'title', why: 'slower the longer the value is' },
    { path: '/stats/weekly', parameter: 'week', why: 'slow at the first request' },
    { path: '/stats/team', parameter: 'name', why: 'slow at the first request of each value' },
    { path: '/stats/guarded', parameter: 'week', why: 'a firewall holds quotes, then blocks' },
    { path: '/stats/poll', parameter: 'wait', why: 'waits as long as the number says' },

    { path: '/api/assets/labels', parameter: 'asset', why: 'bound parameter, printed back' },
    { path: '/tickets/with', parameter: 'status', why: 'bound parameter, printed back' },
    { path: '/tickets/of', parameter: 'assignee', why: 'bound parameter, printed back' },
    { path: '/kb/query', parameter: 'q', why: 'bound parameter, printed back' },
    { path: '/customers/view', parameter: 'id', why: 'bound parameter, the number printed back' },
    { path: '/assets/room', parameter: 'room', why: 'bound parameter, printed back' },
    { path: '/api/customers/in-town', parameter: '/town', why: 'bound parameter, printed back' },
    { path: '/tools/labour', parameter: 'minutes', why: 'does sums and products itself' },
    { path: '/tools/split', parameter: 'list', why: 'shows the pieces between commas' },
    { path: '/tools/slug', parameter: 'title', why: 'joins what stands around signs' },

    { path: '/assets/upload', parameter: 'serial', why: 'bound parameter, printed back' },
    { path: '/help/origin', parameter: 'referer', why: 'bound parameter' },
    { path: '/machines/7', parameter: 'segment 2', why: 'answers 500 to whatever is no number' },
    { path: '/api/tickets/search', parameter: '/limit', why: 'not read' },
    { path: '/api/tickets/query', parameter: '/filter/customer/name', why: 'bound parameter' },
    { path: '/api/tickets/query', parameter: '/limit', why: 'not read' },
    { path: '/tickets/wall', parameter: 'wall_view', why: 'bound parameter' },
    { path: '/tickets/narrow', parameter: 'queue', why: 'parsed as a number' },
    { path: '/kb/advanced', parameter: 'words', why: 'syntax errors of a search language' },
    { path: '/kb/article', parameter: 'slug', why: 'bound parameter, errors as documentation' },

    { path: '/people/anna', parameter: 'segment 2', why: 'bound parameter' },
    { path: '/branch', parameter: 'x-forwarded-for', why: 'bound parameter' },
    { path: '/site-notes', parameter: 'desk_branch', why: 'bound parameter' },
    { path: '/assets/verify', parameter: 'serial', why: 'bound parameter' },
    { path: '/tickets/select', parameter: 'ids', why: 'each item parsed as a number' },
    { path: '/api/assets/total', parameter: '/where/rooms/0', why: 'bound parameter' },
    { path: '/reports/balance', parameter: 'least', why: 'parsed as a number, bound' },
    { path: '/tools/notes', parameter: 'words', why: 'AND, OR and NOT of a search in memory' },
    { path: '/tools/ticker', parameter: 'since', why: 'other content every time' },
  ],
}
