import type { Row } from './row.ts'

const STARTED =
  'worker/start › is answered with its id and stands in the index with tags, audit and asset'
const READ = 'worker/read-scan › 200: the scan with every row of its report'
const RUNNING =
  'worker/read-scan › while running: no results, no end, the counts so far, and nothing to keep'
const FIELDS =
  'services/scans/present › has the fields of the API document, with times without a zone'
const WRONG_FIELD = 'worker/start-refused › is named: %s %j'
const OPTIONS =
  'worker/start › begins with the effective options, and with secrets that only it can open'
const REFUSED = 'worker/start-refused › is told of %s first once those before it are mended (%i)'
const DESCRIBED = 'routes/openapi › has every registered route, and nothing else'

/** The API document, line by line. */
const EXPORTED = 'worker/read-exports › 200: %s'
const EXPORT_RUNNING = 'worker/read-exports › 409: while the scan runs, with an advised wait'
const EXPORT_UNCHANGED = 'worker/read-exports › 304: an unchanged file'
const PDF_TELLS =
  'exporters/pdf › tells of every finding its place, evidence, messages, way to repeat it, cure and sources'

export const API_DOCUMENT: readonly Row[] = [
  ['L3', 'the whole HTTP interface', DESCRIBED],
  ['L7', 'scans for weaknesses, optionally measures performance; asynchronous', STARTED],
  ['L9', 'a start answers an identifier at once', STARTED],
  ['L10', 'the outcome by polling', RUNNING],
  [
    'L10',
    'the outcome by the stream',
    'worker/read-progress › 200: a running scan is followed in its room, from where the client stopped',
  ],
  [
    'L10',
    'the outcome by webhook',
    'e2e/webhooks › takes the webhook of a scan can verify it, and it says what the scan says',
  ],
  ['L11', 'a finished scan carries findings, performance, technology', READ],
  ['L12', 'exports as SARIF, JUnit, Burp, STIX and CSV', EXPORTED],
  ['L12', 'exports as PDF and Word', EXPORTED],
  [
    'L13',
    'a gate answers by severity',
    'worker/read-gate › 200: a verdict with everything it was made from',
  ],
  [
    'L14',
    'public badge',
    'worker/read-badge › 200 without a key: the grade of the newest scan, as an image that is safe to show',
  ],
  ['L14', 'batch, bulk, schedules, comparison', 'issue 4'],
  ['L14', 'scans behind a login', 'issue 6'],
  [
    'L15',
    'an interactive reference, from the description',
    'worker/read-service › 200 without a key: a page that runs and loads nothing but our own files',
  ],
  ['L23-34', 'fields of a scan', FIELDS, READ],
  ['L23', 'the id is UUID-like', 'worker/read-scan › takes the id in upper case too'],
  ['L25', 'target_ip is an override or null', READ, REFUSED],
  [
    'L27',
    'status is running, completed or failed',
    RUNNING,
    'worker/read-scan › failed: says why, with the results there are',
  ],
  ['L31-32', 'times without a zone suffix', FIELDS],
  ['L34', 'results null while running', RUNNING],
  [
    'L36',
    'summary: risk score and counts',
    'report/risk › counts vulnerable rows by severity',
    'report/risk › is a whole number from 0 to 100 and does not depend on the order',
  ],
  ['L38', 'results: findings nested, performance or null, technology', READ],
  [
    'L40',
    'performance: six measures',
    'scanner/perf/measure › takes the median of several requests to the target',
    'scanner/perf/score › is a whole number from 0 to 100 that never rises when something gets worse',
  ],
  [
    'L46-61',
    'fields of a finding',
    'routes/openapi › has examples that its schemas accept',
    'scanner/engine/findings › proved: vulnerable, under the severity and score of the check',
  ],
  [
    'L57-59',
    'triage score, remediation, narrative',
    'ai/rules › rank by severity, proof and spread',
    'ai/rules › name the place and the parameter in what to do',
  ],
  [
    'L60-61',
    'due date and days that remain',
    'report/due › falls by one a day, for any instants',
    'services/scans/present › counts the days that remain from the day of reading',
  ],
  [
    'L64',
    'passed checks are rows too; issues are counted by status',
    'services/scans/present › lists every row, passed and not-tested ones too',
    'scanner/engine/findings › the summary counts the vulnerable rows, and none of them is info',
  ],
  [
    'L65',
    'v1 lists actionable findings only',
    'services/scans/present › lists actionable findings only',
  ],
  ['L71', 'target_url, target, url', 'worker/start › takes its target as %s, on both routes'],
  ['L72-81', 'the other fields of a start', OPTIONS, WRONG_FIELD],
  ['L83', 'default of scan_type: decisions 9', OPTIONS],
  ['L87', 'auth_config needs a type', WRONG_FIELD],
  ['L91-93', 'cookie, token, form', WRONG_FIELD, OPTIONS],
  ['L93', 'login by a headless browser', 'issue 6'],
  [
    'L99-105',
    'schedules',
    'worker/schedules › is made on %s with its record, and listed by both families',
    'worker/schedules › without a right %s is invalid_request',
    'worker/schedules › may run every %i hours',
    'worker/schedules › starts a scan with its options and receivers, and says so',
    'worker/schedules › off stops it, on lets it run after a whole interval',
  ],
  [
    'L109',
    'bulk job',
    'worker/jobs › is taken with an id, is queued, runs and ends done',
    'e2e/jobs › of ten URLs, one of them bad, ends done, two scans at a time',
  ],
  ['L113', 'batch job', 'worker/jobs › tells of each scan, and ends done'],
  [
    'L117-119',
    'comparison',
    'worker/compare › 200: new, fixed and unchanged against the previous scan',
    'worker/compare › 200: side by side, with a summary in words',
  ],
  [
    'L123',
    'passed when no finding is at or above fail_on',
    'report/gate › fails exactly when a counted row is at the threshold, for any rows',
  ],
  [
    'L127',
    'the account holds webhook_signing_secret',
    'worker/read-service › 200: the account, its limits, and what it uses of them now',
  ],
  ['L131', 'three statuses', 'routes/openapi › has examples that its schemas accept'],
  [
    'L135',
    'accepted: running, scan_id at once',
    STARTED,
    'worker/start › of v1 says where to look',
  ],
  ['L136', 'dedup within 15 minutes', 'worker/start › a target scanned within 15 minutes'],
  [
    'L137',
    'finishes normally: completed, results',
    'worker/scan-do › writes report and row once, erases the secrets and re-arms for the clean-up',
  ],
  [
    'L137',
    'finishes normally: webhook',
    'worker/deliveries › is told to its receivers once, however often the end is written',
  ],
  [
    'L138',
    'cannot finish: failed',
    'worker/scan-do › fails the scan when the target was not reached, with what was said about it',
  ],
  [
    'L139',
    'abort stops a running scan',
    'worker/scan-do › aborts at once: the next checkpoint says stop, a late result is dropped',
  ],
  [
    'L141',
    'while running: results null, v1 findings null',
    RUNNING,
    'worker/read-scan › while running: findings is there, and null',
  ],
  [
    'L143-145',
    'toggle of a schedule; states of jobs',
    'worker/schedules › off stops it, on lets it run after a whole interval',
    'services/jobs/progress › is %s',
  ],
  [
    'L149',
    'every endpoint needs the key, but the badge',
    'worker/access › but the public ones asks for a key',
    'routes/openapi › leaves open exactly what needs no key',
  ],
  ['L155', 'POST /api/scan', STARTED],
  ['L156', 'GET /api/scan/{id}', READ],
  ['L157', 'GET /api/scan/{id}/progress', 'worker/read-progress › GET /api/scan/{id}/progress'],
  ['L158', 'POST /api/scan/{id}/abort', 'worker/changes › ends a running scan as failed, once'],
  [
    'L159',
    'DELETE /api/scan/{id}',
    'worker/changes › aborts, erases and forgets; afterwards nobody knows the id',
  ],
  ['L160', 'GET /api/scans', 'worker/read-list › GET /api/scans'],
  [
    'L161-162',
    'comparison of scans',
    'worker/compare › 200: new, fixed and unchanged against the previous scan',
    'worker/compare › 200: side by side, with a summary in words',
  ],
  ['L164-170', 'filters: status, search, tag', 'worker/read-list › filters'],
  [
    'L171-172',
    'page and per_page',
    'worker/read-list › takes per_page from 1 to 100',
    'worker/read-list › 400: %s',
  ],
  [
    'L174',
    'items, total, page, per_page, pages',
    'worker/read-list › 200: the account’s scans, newest first, with results null',
  ],
  ['L180', 'v1 start: 202, status_url, sarif_url', 'worker/start › of v1 says where to look'],
  ['L181', 'v1 read', 'worker/read-scan › 200: both names of each field, actionable findings only'],
  [
    'L182',
    'v1 list: last 50, newest first',
    'worker/read-list › 200: the last 50, newest first, without findings, and how many there are',
  ],
  [
    'L183',
    'v1 SARIF: the same as /api/scan/{scan_id}/sarif',
    'worker/read-exports › 200: the v1 SARIF is the same file',
  ],
  ['L184', 'v1 gate', 'worker/read-gate › 200: a verdict with everything it was made from'],
  [
    'L186',
    'other fail_on values and success codes: decisions 26, 36',
    'worker/read-gate › 400: %s',
  ],
  ['L188', 'exports need a completed scan', EXPORT_RUNNING],
  ['L192-193', 'PDF and Word by HTTP', EXPORTED, EXPORT_UNCHANGED],
  ['L192', 'the PDF includes the narratives', PDF_TELLS],
  ['L194', 'SARIF 2.1.0', EXPORTED, EXPORT_UNCHANGED],
  ['L195', 'JUnit XML', EXPORTED, EXPORT_UNCHANGED],
  ['L196', 'Burp import format', EXPORTED, EXPORT_UNCHANGED],
  ['L197', 'STIX', EXPORTED, EXPORT_UNCHANGED],
  [
    'L198',
    'CSV, one row per finding across all scans',
    'worker/account-csv › 200: one row per finding across all scans of the account, the newest scan first',
    'worker/account-csv › drops what is suppressed now, and fills the tags of now',
  ],
  [
    'L200',
    'one combined PDF',
    'worker/large-exports › 200: one PDF, the same for the same scans, another for another order',
  ],
  [
    'L206-209',
    'bulk and batch',
    'worker/jobs › is taken with an id, is queued, runs and ends done',
    'worker/jobs › tells of each scan, and ends done',
    'worker/jobs › is answered as one that never was, and so is one of the other kind',
  ],
  [
    'L210',
    'POST /api/scan/from-openapi',
    'worker/from-openapi › answers 202 with how many operations are tested and which are skipped, and why',
  ],
  [
    'L216-224',
    'schedules',
    'worker/schedules › is made on %s with its record, and listed by both families',
    'worker/schedules › off stops it, on lets it run after a whole interval',
    'worker/schedules › on %s ends the schedule and keeps its scans',
    'worker/schedules › needs the Gold plan, when it is made, switched on and run',
    'e2e/jobs › fires when the clock has passed its time, by advance and by cron',
  ],
  ['L230', 'GET /api/me', 'worker/read-service › GET /api/me'],
  ['L231', 'GET /badge/{domain}.svg', 'worker/read-badge › shows the newest scan, not the best'],
  ['L232', 'GET /api/docs', 'worker/read-service › GET /api/docs'],
  ['L233', 'GET /api/openapi.json', 'worker/read-service › GET /api/openapi.json'],
  [
    'L237',
    'the key travels in X-Service-Key',
    'worker/access › is answered alike whatever is wrong with it',
  ],
  ['L238', 'keys are made in the account area', 'issue 4'],
  ['L239', 'v1 takes the same header', 'worker/access › but the public ones asks for a key'],
  [
    'L240',
    'signed webhooks',
    'notify/signature › is the HMAC-SHA256 of the raw body, keyed with the secret as shown: %s',
    'notify/signature › is what a receiver computes with node:crypto over the bytes it got',
    'worker/deliveries › signs the generic payload so that independent receivers accept it',
  ],
  [
    'L240',
    'chat platforms unsigned',
    'worker/notify-chat › with threshold %s and %j findings gets %i messages, native and unsigned',
  ],
  [
    'L241',
    'scopes, expiry, revocation: decisions 39',
    'worker/access › expires by the clock although it is cached',
  ],
  [
    'L247',
    'POST with JSON to the webhook_url of the scan',
    'e2e/webhooks › takes the webhook of a scan can verify it, and it says what the scan says',
    'worker/deliveries › is told to its receivers once, however often the end is written',
  ],
  ['L247', 'the webhook_url of a schedule', 'issue 4'],
  [
    'L247',
    'the global chat webhook, from its threshold on',
    'worker/notify-chat › with threshold %s and %j findings gets %i messages, native and unsigned',
    'worker/notify-chat › is set, shown masked, changed, kept and removed',
  ],
  [
    'L251-259',
    'generic payload',
    'notify/payload › has exactly the fields of the API document, timestamp with Z',
  ],
  [
    'L262',
    'native messages to three platforms, detected',
    'notify/platform › a chat platform is known by its exact host and path',
    'notify/chat › gets blocks and a fallback text',
    'notify/chat › gets one embed that mentions nobody',
    'notify/chat › gets an adaptive card',
  ],
  [
    'L263',
    'generic deliveries carry the signature',
    'worker/deliveries › signs the generic payload so that independent receivers accept it',
  ],
  [
    'L264',
    'four attempts at 0, 2, 4, 8 s; 5xx and unreachable only',
    'e2e/webhooks › answers 503 is asked at 0 s and then 2, 4 and 8 s after the last time, and given up',
    'e2e/webhooks › resets the connection is asked again',
    'notify/payload › %i is final and not tried again',
  ],
  [
    'L265',
    'abandoned, in the email log, not replayed; idempotent on scan_id',
    'worker/deliveries › for %s are four, at 0, 2, 4 and 8 seconds, then given up and logged as mail',
    'worker/deliveries-lost › are delivered logically once',
  ],
  [
    'L266',
    'an alternative to polling',
    'e2e/webhooks › takes the webhook of a scan can verify it, and it says what the scan says',
  ],
  [
    'L268',
    'no other event',
    'worker/notify-chat › of a webhook is a signed ping, and the log says what came of it',
  ],
  [
    'L272',
    'events are {type, data}',
    'services/progress/snapshot › tells the last progress, what was proved or suspected, and the end',
  ],
  [
    'L276',
    'errors are {error, code}',
    'worker/read-scan › 404: a foreign, an unknown and a malformed id are told apart by nothing',
    REFUSED,
  ],
  [
    'L280',
    'target_not_allowed',
    'worker/start-refused › a target that may not be scanned',
    'accounts/target-policy › %j is refused: %s',
  ],
  [
    'L281-284',
    'no_active_plan, authorization_required, asset_limit_reached, ticket_required',
    REFUSED,
  ],
  ['L285', 'replace_locked', 'issue 4'],
  [
    'L286-287',
    'concurrent_limit, domain_cooldown',
    REFUSED,
    'worker/account › cool a host down after six starts in ten minutes, unless it is proven',
  ],
  [
    'L290',
    '429 beyond a rate limit',
    'worker/read-scan › 429: the reads of an account are counted',
  ],
  [
    'L291',
    'wrong key, unknown id: decisions 48',
    'worker/read-scan › 401: no key and a wrong key, in one text',
  ],
  ['L292', 'a deduplicated start is no error', 'worker/start › a target scanned within 15 minutes'],
  [
    'L298',
    '10 starts a minute',
    'worker/access › counts every request of the account, by whichever key, and says when to come back',
  ],
  ['L299-301', 'from-openapi', 'worker/from-openapi › takes 10 per minute, exactly'],
  [
    'L299-301',
    'bulk: three a minute, 50 URLs',
    'worker/jobs › is refused a fourth time within a minute, and a batch is not',
    'worker/jobs › takes 50 URLs',
    'worker/jobs › %s is invalid_request',
  ],
  [
    'L302',
    '15 minutes, POST /api/scan only',
    'worker/start › is scanned anew when the time is up, by v1, or by another account',
  ],
  ['L303', 'interval_hours', 'issue 4'],
  ['L304', 'request_delay_ms 0 to 5000', WRONG_FIELD],
  ['L305', 'per_page 20, at most 100', 'worker/read-list › takes per_page from 1 to 100'],
  [
    'L306',
    'v1 list: 50',
    'worker/read-list › 200: the last 50, newest first, without findings, and how many there are',
  ],
  [
    'L307',
    'webhook attempts',
    'notify/payload › the next one is 2, then 4, then 8 seconds away, and there are four',
  ],
  [
    'L310',
    'caps of the plan answer 4xx',
    REFUSED,
    'worker/account › admit exactly 20 of 50 that come at once',
  ],
  [
    'L311',
    'other limits, and of whom: decisions 56',
    'worker/access › of one account is not that of another, and writes have one of their own',
  ],
  [
    'L312',
    'a new scan: wait out the window',
    'worker/start › is scanned anew when the time is up, by v1, or by another account',
  ],
  [
    'L316',
    'v1 is an alias layer with simpler answers',
    'services/scans/present › lists actionable findings only',
  ],
  [
    'L317',
    'stability of the internal API: decisions 58',
    'no demand: a promise for later versions',
  ],
  ['L318', 'SARIF 2.1.0', 'exporters/sarif › is valid by the schema of SARIF 2.1.0'],
  [
    'L319',
    'variants of names are accepted and answered',
    'services/scans/present › has both variants of each name',
  ],
  [
    'L320',
    'version header: decisions 59',
    'worker/read-service › names its version and the request in every answer',
  ],
]
