import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// Times are milliseconds since the epoch. JSON columns hold what the named type says.
// Every statement but the key look-up, the badge and the sweeps carries account_id.

export const accounts = sqliteTable('accounts', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull().default(''),
  plan: text('plan').notNull(),
  /** Overrides of the plan's limits (tables.md §11): {"starts_per_minute": null, …}, or null. */
  limits: text('limits'),
  /** Standing authorization (decisions 15): {at, by, ip}, or null. */
  authorizationConfirmed: text('authorization_confirmed'),
  allowedHosts: text('allowed_hosts'),
  underReview: integer('under_review').notNull().default(0),
  /** AES-GCM, associated data = account id. */
  webhookSecretCt: text('webhook_secret_ct').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    name: text('name').notNull(),
    /** SHA-256 of the whole key, hex. The key itself is never stored. */
    hash: text('hash').notNull(),
    /** JSON array of read, scan, manage. */
    scopes: text('scopes').notNull(),
    allowedHosts: text('allowed_hosts'),
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('api_keys_account').on(t.accountId)],
)

export const assets = sqliteTable(
  'assets',
  {
    id: text('id').notNull(),
    accountId: text('account_id').notNull(),
    host: text('host').notNull(),
    verifiedAt: integer('verified_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.host] })],
)

export const scans = sqliteTable(
  'scans',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    targetUrl: text('target_url').notNull(),
    /** Normalised target: what dedup, previous and cooldown compare. */
    targetNorm: text('target_norm').notNull(),
    host: text('host').notNull(),
    targetIp: text('target_ip'),
    scanType: text('scan_type').notNull(),
    profile: text('profile').notNull(),
    status: text('status').notNull(),
    /** JSON ScanOptions: effective and public. */
    options: text('options').notNull(),
    tags: text('tags').notNull().default('[]'),
    notes: text('notes').notNull().default(''),
    scanAuthorized: integer('scan_authorized').notNull(),
    /** {by, ip, at, basis}: who confirmed, and how. */
    authorization: text('authorization').notNull(),
    startedAt: integer('started_at').notNull(),
    completedAt: integer('completed_at'),
    deadline: integer('deadline').notNull(),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    riskScore: integer('risk_score').notNull().default(0),
    critical: integer('critical').notNull().default(0),
    high: integer('high').notNull().default(0),
    medium: integer('medium').notNull().default(0),
    low: integer('low').notNull().default(0),
    info: integer('info').notNull().default(0),
    partial: integer('partial').notNull().default(0),
    /** JSON array of [fingerprint, status, severity, confidence, title] of vulnerable and warning rows. */
    packed: text('packed'),
    overlayVersion: integer('overlay_version').notNull().default(0),
    r2Key: text('r2_key'),
    pagesAnswered: integer('pages_answered').notNull().default(0),
    /** 1: the badge may show it (tables.md §7). */
    badgeEligible: integer('badge_eligible').notNull().default(0),
    previousScanId: text('previous_scan_id'),
    retestOf: text('retest_of'),
  },
  (t) => [
    index('scans_by_start').on(t.accountId, t.startedAt, t.id),
    index('scans_by_status').on(t.accountId, t.status, t.startedAt),
    index('scans_by_target').on(t.accountId, t.targetNorm, t.startedAt),
    index('scans_by_host').on(t.host, t.badgeEligible, t.completedAt),
    index('scans_running').on(t.status, t.deadline),
  ],
)

export const scanTags = sqliteTable(
  'scan_tags',
  {
    accountId: text('account_id').notNull(),
    tag: text('tag').notNull(),
    startedAt: integer('started_at').notNull(),
    scanId: text('scan_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.tag, t.startedAt, t.scanId] })],
)

/** Lifecycle of a finding: written only when it is new, fixed, reopened or triaged. */
export const findings = sqliteTable(
  'findings',
  {
    accountId: text('account_id').notNull(),
    host: text('host').notNull(),
    fingerprint: text('fingerprint').notNull(),
    firstSeen: integer('first_seen').notNull(),
    firstScanId: text('first_scan_id').notNull(),
    fixedAt: integer('fixed_at'),
    reopenedAt: integer('reopened_at'),
    triage: text('triage').notNull().default('open'),
    triageReason: text('triage_reason'),
    triageBy: text('triage_by'),
    triageUntil: integer('triage_until'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.host, t.fingerprint] })],
)

export const auditLog = sqliteTable(
  'audit_log',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    at: integer('at').notNull(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    detail: text('detail').notNull().default('{}'),
  },
  (t) => [index('audit_by_time').on(t.accountId, t.at)],
)

/** Bulk and batch jobs. What they have started and refused is in `waiting_starts`. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** bulk or batch: each is read by its own route only. */
    kind: text('kind').notNull(),
    total: integer('total').notNull(),
    /** JSON StartOptions without what is secret. */
    options: text('options').notNull(),
    /** AES-GCM, associated data = job id; erased when nothing waits any more. */
    secretsCt: text('secrets_ct'),
    keyId: text('key_id').notNull(),
    clientIp: text('client_ip'),
    createdAt: integer('created_at').notNull(),
    /** Set when it is first noticed that all has ended: such a job no longer counts as unfinished. */
    endedAt: integer('ended_at'),
  },
  (t) => [index('jobs_unfinished').on(t.accountId, t.endedAt)],
)

export const schedules = sqliteTable(
  'schedules',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    targetUrl: text('target_url').notNull(),
    targetNorm: text('target_norm').notNull(),
    intervalHours: integer('interval_hours').notNull(),
    enabled: integer('enabled').notNull().default(1),
    /** JSON StartOptions without what is secret. */
    options: text('options').notNull(),
    /** AES-GCM, associated data = schedule id. */
    secretsCt: text('secrets_ct').notNull(),
    keyId: text('key_id').notNull(),
    clientIp: text('client_ip'),
    nextRunAt: integer('next_run_at').notNull(),
    lastRunAt: integer('last_run_at'),
    lastScanId: text('last_scan_id'),
    /** Why the last run started no scan; null when it did. */
    lastErrorCode: text('last_error_code'),
    lastError: text('last_error'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('schedules_due').on(t.enabled, t.nextRunAt),
    index('schedules_by_account').on(t.accountId, t.createdAt),
  ],
)

/** Targets of jobs, and due runs of schedules until they have started. */
export const waitingStarts = sqliteTable(
  'waiting_starts',
  {
    accountId: text('account_id').notNull(),
    /** Id of the job or schedule. */
    parentId: text('parent_id').notNull(),
    /** Place in the job, or the instant of the schedule's slot: a slot is never there twice. */
    ordinal: integer('ordinal').notNull(),
    /** job or schedule. */
    kind: text('kind').notNull(),
    targetUrl: text('target_url').notNull(),
    targetNorm: text('target_norm').notNull(),
    /** Given before the start, so that a start that broke off can be asked for again. */
    scanId: text('scan_id').notNull(),
    /** waiting, started or refused. */
    state: text('state').notNull().default('waiting'),
    code: text('code'),
    error: text('error'),
    notBefore: integer('not_before').notNull(),
    /** Faults of ours met so far. */
    faults: integer('faults').notNull().default(0),
    /** When the job had its last turn, as a count: the one that waited longest comes first. */
    turn: integer('turn').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.parentId, t.ordinal] }),
    index('waiting_by_turn').on(t.accountId, t.state, t.turn),
    index('waiting_due').on(t.state, t.notBefore, t.accountId),
  ],
)
