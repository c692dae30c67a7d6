import { DAY, HOUR, MINUTE, SECOND } from './report/time.ts'

/** Every number of the API and the engine, with the place that fixes it. */
export const LIMITS = {
  // API document, Limits; tables.md §5 and decisions 52, 55, 56
  startsPerMinute: 10,
  bulkPerMinute: 3,
  openapiPerMinute: 10,
  readsPerMinute: 120,
  writesPerMinute: 30,
  exportsPerMinute: 20,
  dedupWindowMs: 15 * MINUTE,
  cooldownScans: 6,
  cooldownWindowMs: 10 * MINUTE,
  perPageDefault: 20,
  perPageMax: 100,
  v1ListSize: 50,
  // How far a list can be paged by number: every page reads all rows before it.
  listDepth: 100_000,
  // Advised wait of a poller that asks for the results of a running scan.
  pollAfterS: 5,
  maxKeys: 20,
  // Names of keys and accounts
  nameLength: 100,
  allowedHosts: 100,
  keyOverlapMs: DAY,
  // An asset that was replaced stays as it is for a day (decisions 51)
  replaceLockMs: DAY,
  // Proof of ownership: what is read of a file or page, how long, and the age it is read again at
  proofBytes: 256 * 1024,
  proofTimeoutMs: 10 * SECOND,
  proofRedirects: 3,
  proofMaxAgeMs: DAY,
  keyCacheMs: MINUTE,
  idempotencyTtlMs: DAY,
  // After this an answer that never came is given up: its Worker is gone.
  idempotencyLeaseMs: MINUTE,
  idempotencyKeyLength: 255,
  // No one knows when a slot frees; this is how long a client waits before it asks again.
  concurrentRetryS: 30,
  unavailableRetryS: 10,
  ticketTtlMs: MINUTE,
  // tables.md §3 and decisions 69
  urlLength: 2048,
  excludedPaths: 200,
  excludedPathLength: 500,
  customHeaders: 50,
  optIn: 50,
  headerValueBytes: 8 * 1024,
  secretBytes: 8 * 1024,
  requestDelayMaxMs: 5000,
  tags: 20,
  tagLength: 50,
  notesLength: 2000,
  bodyBytes: 1024 * 1024,
  openapiBodyBytes: 2 * 1024 * 1024,
  // decisions 38: descriptions of APIs, and what is made of them
  specUrlTimeoutMs: 15 * SECOND,
  apiOperations: 500,
  apiSpecDepth: 100,
  apiSpecValues: 500_000,
  apiRequestChars: 8 * 1024,
  apiRequestValues: 400,
  apiPlanChars: 1_000_000,
  // Descriptions that one unit may hand in: its row is below unitRowBytes
  apiNotesChars: 1_300_000,
  // tables.md §4, bounds
  responseBytes: 1024 * 1024,
  decompressedBytes: 2 * 1024 * 1024,
  headerBytes: 64 * 1024,
  redirects: 10,
  requestTimeoutMs: 15 * SECOND,
  scriptBytes: 300 * 1024,
  evidenceChars: 8 * 1024,
  storedMessageChars: 16 * 1024,
  instances: 10,
  frontier: 50_000,
  // Bounds of the crawler and of the insertion points; a hostile page meets them first
  linksPerPage: 2000,
  elementsPerPage: 50_000,
  formsPerPage: 50,
  fieldsPerForm: 100,
  sitemapUrls: 5000,
  jsonValues: 20_000,
  jsonPoints: 200,
  points: 5000,
  // Pages whose cookies and headers are tested, and cookies: these inputs multiply
  besidePages: 60,
  besideCookies: 10,
  // Pages and folders that page checks look at
  placesPerScan: 600,
  foldersPerScan: 60,
  // Pages read again for what was stored, and pages per stored word that are followed up
  revisitPages: 1000,
  revisitPlaces: 2,
  // engines.md, Crawling: samples of one folded URL
  foldSamples: 3,
  // Pages of one folder, and of one path with any query, after which it counts whether they differ
  alikeSiblings: 60,
  alikeQueries: 16,
  // Scripts and styles may take this share of max_pages: 0.25
  assetPagesPercent: 25,
  unitRowBytes: 1_500_000,
  reportBytes: 25 * 1024 * 1024,
  // tables.md §4, units
  unitRequests: 100,
  unitWorkMs: 20 * SECOND,
  // Waiting for the pace is no work; but the platform ends a consumer after 15 minutes.
  unitWallMs: 10 * MINUTE,
  checkpointMs: 4 * SECOND,
  // A refusal is told to the other units of the host this often at most, whatever is due
  refusalToldMs: SECOND,
  checkpointRequests: 50,
  // A timing check's unit is one point.
  timingUnitMs: 90 * SECOND,
  unitAttempts: 3,
  // A dead consumer is noticed after five missed checkpoints.
  unitLeaseMs: 20 * SECOND,
  // A message that nobody claimed is sent again: local queues forget on a restart.
  unitResendMs: 20 * SECOND,
  deadlineGraceMs: 60 * SECOND,
  // How long a scan's first unit may wait in a queue without costing the scan any of its time
  queueWaitMs: MINUTE,
  // tables.md §9: failed logins by host and account
  failedLogins: 3,
  failedLoginsWindowMs: HOUR,
  // A login: its requests, its time, and after what time the unit that makes it counts as lost
  loginRequests: 200,
  loginMs: 60 * SECOND,
  loginLeaseMs: 90 * SECOND,
  // How often a scan logs in again before it gives up
  loginsPerScan: 500,
  // Logged in: every so many requests the probe is looked at; so many of a unit are kept for that
  sessionProbeEvery: 25,
  sessionReserve: 30,
  // Sessions that are good for fewer requests end inside a unit
  sessionShortRequests: 250,
  scanCleanupMs: 24 * HOUR,
  // Large exports: how long a request waits for one, after what time an order counts as lost, how
  // often it is then sent, and how long a failure is told before it is tried again
  exportWaitMs: 60 * SECOND,
  exportLostMs: 3 * MINUTE,
  exportAttempts: 3,
  exportRetryMs: 30 * SECOND,
  // A browser: how long it may take to start and to answer, and what is kept of a page's requests
  browserStartMs: 20 * SECOND,
  browserCallMs: 10 * SECOND,
  browserRequests: 2000,
  browserBodyChars: 16 * 1024,
  browserLoadMs: 10 * SECOND,
  // Exploring one page: components of a state, things done, states, and steps from the page to a state
  browserComponents: 400,
  browserActions: 80,
  browserStates: 25,
  browserSteps: 4,
  // and its time and requests, over all units that go on with it: it is loaded again and again
  browserPageMs: 25 * SECOND,
  browserPageRequests: 600,
  // tables.md §10
  trendPoints: 12,
  // Re-tests: what is kept of a finding's place, and the budget of one
  keptPlaceChars: 8 * 1024,
  retestRequests: 150,
  retestDurationS: 600,
  // decisions 37
  bulkReportScans: 50,
  // The sweep leaves a scan alone while its start may still be on its way to ScanDO.
  sweepMinAgeMs: MINUTE,
  sweepPage: 100,
  sweepPages: 50,
  // Scans counted again at a time after a triage; triages ended by one tick of the cron
  recountPage: 50,
  triageEndsPage: 200,
  triageReasonLength: 1000,
  // Jobs and schedules: API document, Limits; decisions 18, 21
  jobTargets: 50,
  intervalMaxHours: 8760,
  // A list of schedules is one answer; this bounds it.
  schedules: 1000,
  // One turn of an account starts at most so many scans, then the other accounts have theirs.
  turnStarts: 5,
  turnLeaseMs: MINUTE,
  // A message that nobody took is sent again: local queues forget on a restart.
  turnResendMs: 20 * SECOND,
  // A start that met a fault of ours is tried again, and given up after an hour or so.
  startRetryMs: 10 * SECOND,
  startRetries: 8,
  // The cron's tick: pages of due schedules, and of accounts with waiting starts
  tickPage: 500,
  tickPages: 20,
  // API document, Webhook attempts; service.md, Webhooks
  webhookTimeoutMs: 10 * SECOND,
  // Webhooks and mail addresses that one scan can have
  receiversPerScan: 10,
  // The attempt's own time limit, the resolver's and the database's
  deliveryLeaseMs: 30 * SECOND,
  // A message that nobody claimed is sent again: local queues forget on a restart.
  deliveryResendMs: 20 * SECOND,
  deliverySweepPage: 100,
  deliverySweepPages: 50,
  // How long the delivery log and the email log reach back
  deliveryLogMs: 30 * DAY,
  deliveryPrunePage: 500,
  // How long ended jobs and the audit log can be read; one tick of the cron forgets a page of each
  jobsKeptMs: 90 * DAY,
  auditKeptMs: 400 * DAY,
  retentionPage: 500,
  // A rotated signing secret still signs beside the new one.
  secretOverlapMs: DAY,
  // Feeds: fetched once a day, tried again after an hour, read again by an isolate after an hour
  feedBytes: 2 * 1024 * 1024,
  feedMaxAgeMs: DAY,
  feedRetryMs: HOUR,
  feedCacheMs: HOUR,
  // architecture.md, HostDO
  hostInFlight: 20,
  loopbackInFlight: 40,
  hostLeaseMs: 30 * SECOND,
  // service.md, SSE
  sseHeartbeatMs: 15 * SECOND,
  sseRetryMs: 3000,
  sseStreamsPerScan: 20,
  sseMaxLifeMs: 30 * MINUTE,
  sseWriteTimeoutMs: 10 * SECOND,
  // decisions 30
  badgeMaxAgeS: 300,
  // After this a badge is read anew behind the answer
  badgeFreshMs: MINUTE,
  badgeCacheEntries: 1000,
  // tables.md §8: what an isolate remembers of gates
  gateCacheMs: MINUTE,
  gateCacheEntries: 500,
  gateCacheEntryChars: 32 * 1024,
  badgeStaleS: 86_400,
} as const
