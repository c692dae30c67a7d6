import type { Row } from './row.ts'

const REFUSED = 'worker/start-refused › is told of %s first once those before it are mended (%i)'

/** tables.md, table by table. */
export const TABLES: readonly Row[] = [
  [
    '§1',
    'what a row means',
    'scanner/engine/findings › what a check saw becomes a row',
    'scanner/engine/findings › a silent check becomes a row that says how much silence is worth',
  ],
  [
    '§1',
    'the sums agree',
    'scanner/engine/findings › the summary counts the vulnerable rows, and none of them is info',
  ],
  ['§1', 'risk score', 'report/risk › riskScore'],
  ['§1', 'suppressed findings', 'issue 4'],
  [
    '§2',
    'fingerprint',
    'report/fingerprint › is the SHA-256 of the seven parts as JSON, the method in capitals',
  ],
  ['§3', 'start options: bounds, unknown fields', 'worker/start-refused › a field that is wrong'],
  [
    '§3',
    'effective options come back without secrets',
    'worker/start › begins with the effective options, and with secrets that only it can open',
  ],
  [
    '§4',
    'a partial scan fails closed',
    'worker/read-gate › a partial scan fails closed unless it is allowed',
    'report/gate › a partial scan, and it still names what it found',
  ],
  [
    '§4',
    'time budget and deadline',
    'worker/scan-do › stops work at the time budget and says what was not tested',
    'worker/scan-do › fails with deadline_exceeded when it has not ended a minute after its budget',
  ],
  ['§5', 'codes and their order', REFUSED],
  [
    '§6',
    'urls and coverage',
    'worker/read-details › 200: what the report holds',
    'worker/read-details › 409: while the scan runs, with an advised wait',
  ],
  [
    '§6',
    'progress ticket',
    'worker/read-progress › 200: a ticket that opens the stream without a key',
    'services/progress/ticket › lives for sixty seconds, to the millisecond',
    'services/progress/ticket › opens no other scan',
  ],
  ['§6', 'exports beside the API document’s', 'worker/read-exports › 200: %s'],
  ['§6', 'health', 'worker/read-service › GET /api/health'],
  ['§6', 'assets, triage, retest', 'issue 4'],
  [
    '§6',
    'integrations, deliveries, test, email log',
    'worker/notify-chat › is set, shown masked, changed, kept and removed',
    'worker/notify-log › is paged, filtered, and shows neither planned deliveries nor those of others',
    'worker/notify-log › may not %s %s',
  ],
  [
    '§6',
    'rotation of the signing secret',
    'worker/notify-log › that is new signs at once, and both are listed for 24 hours',
  ],
  [
    '§3',
    'webhook_format',
    'notify/platform › names the body where the host does not tell: a Logic App that is no Teams, a proxy',
  ],
  [
    '§7',
    'public badge: proven hosts only',
    'worker/read-badge › 200 grey unknown: %s',
    'worker/read-badge › a loopback host counts as proven in local mode, and there only',
  ],
  [
    '§7',
    'deep profile and opt-in checks need proof',
    'worker/start-policy › REQUIRE_PROOF=%s and %j: refused is %s',
  ],
  ['§7', 'how a host is proven', 'issue 4'],
  [
    '§8',
    'ETag of report, overlay and day',
    'worker/read-scan › changes with the UTC day, as days_remaining does',
    'worker/read-scan › changes with the overlay, the tags and the notes',
  ],
  [
    '§8',
    'export keys carry renderer, overlay and query',
    'worker/large-exports › is kept in R2 under renderer, overlay and query, and made anew when triage changes',
  ],
  [
    '§8',
    'overlays are laid over at read',
    'services/scans/present › lays tags, notes and counts of the row over the report',
  ],
  [
    '§8',
    'the gate reads the packed row',
    'worker/read-gate › reads the row alone: the stored report may be gone',
  ],
  [
    '§8',
    'a revoked key',
    'worker/access › is refused at once for starts and writes after revocation, for reads within a minute',
  ],
  [
    '§8',
    'what may be kept',
    'worker/read-scan › 304: %s is unchanged',
    'worker/read-scan › while running: no results, no end, the counts so far, and nothing to keep',
  ],
  [
    '§9',
    'one guard before every connection',
    'house/call-sites › asks the guard in every file that calls a transport',
    'accounts/outbound-guard › what the name resolves to',
    'worker/deliveries › ask the target policy again: a receiver that has moved inside gets nothing',
  ],
  [
    '§9',
    'secrets travel nowhere',
    'worker/scan-do › keeps no credential in clear',
    'worker/deliveries › keeps no webhook URL in clear while it waits, and none at all afterwards',
  ],
  ['§9', 'a login page on another host', 'worker/start-policy › a login page'],
  [
    '§10',
    'scope and the first redirects',
    'scanner/http/scope › the first redirect chain may move the scope',
  ],
  [
    '§10',
    'new_only',
    'worker/read-gate › new_only: what counted in the previous scan does not count again',
    'worker/read-gate › new_only: without a previous scan all are new, also when it was deleted',
  ],
  [
    '§10',
    'fixed',
    'report/compare › is unchanged, not fixed, when %s',
    'report/compare › is fixed when the check found others but not this one',
  ],
  [
    '§11',
    'limits of local accounts',
    'cli/local/access › null takes every limit away, an object only those it names',
  ],
]
