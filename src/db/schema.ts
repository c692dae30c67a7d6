// Over 250 lines because the database is read in one place.
import { sql } from 'drizzle-orm'
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
  /** The secret before the last rotation: it signs beside the new one for a day. */
  webhookSecretPreviousCt: text('webhook_secret_previous_ct'),
  webhookSecretRotatedAt: integer('webhook_secret_rotated_at'),
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
    /** The key that took its place; this one still opens until it expires. */
    rotatedTo: text('rotated_to'),
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
    /** Null: no proof of ownership, or it was gone when it was last read. */
    verifiedAt: integer('verified_at'),
    proofMethod: text('proof_method'),
    proofReadAt: integer('proof_read_at'),
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
    /** 1: a model's advice on it is kept in R2 and laid over its report. */
    advised: integer('advised').notNull().default(0),
    r2Key: text('r2_key'),
    pagesAnswered: integer('pages_answered').notNull().default(0),
    /** 1: the badge may show it (tables.md §7). */
    badgeEligible: integer('badge_eligible').notNull().default(0),
    previousScanId: text('previous_scan_id'),
    retestOf: text('retest_of'),
  },
  (t) => [
    index('scans_by_start').on(t.accountId, t.startedAt, t.id),
    // With the id, lists by status are in order: without it SQLite would rather filter all rows.
    index('scans_by_status').on(t.accountId, t.status, t.startedAt, t.id),
    index('scans_by_target').on(t.accountId, t.targetNorm, t.startedAt),
    index('scans_by_asset').on(t.accountId, t.host, t.startedAt),
    index('scans_by_host').on(t.host, t.badgeEligible, t.completedAt),
    index('scans_running').on(t.status, t.deadline),
  ],
)

/**
 * How many scans an account has in each status. Triggers of the migrations keep it, whoever writes:
 * a list that shows a total must not count a million rows.
 */
export const scanCounts = sqliteTable(
  'scan_counts',
  {
    accountId: text('account_id').notNull(),
    status: text('status').notNull(),
    n: integer('n').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.status] })],
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
    // What was seen the first time, so that a later scan can be asked whether it looked there again.
    checkId: text('check_id').notNull().default(''),
    title: text('title').notNull().default(''),
    severity: text('severity').notNull().default('info'),
    origin: text('origin').notNull().default(''),
    pathTemplate: text('path_template').notNull().default(''),
    login: text('login').notNull().default('none'),
    triage: text('triage').notNull().default('open'),
    triageReason: text('triage_reason'),
    triageBy: text('triage_by'),
    triageAt: integer('triage_at'),
    triageUntil: integer('triage_until'),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.host, t.fingerprint] }),
    index('findings_triage_ends').on(t.triageUntil),
  ],
)

/** What happened to a finding over time; one row per event. */
export const findingEvents = sqliteTable(
  'finding_events',
  {
    accountId: text('account_id').notNull(),
    host: text('host').notNull(),
    fingerprint: text('fingerprint').notNull(),
    at: integer('at').notNull(),
    kind: text('kind').notNull(),
    scanId: text('scan_id'),
    actor: text('actor'),
    /** JSON: state, reason and end of a triage. */
    detail: text('detail').notNull().default('{}'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.host, t.fingerprint, t.at, t.kind] })],
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
  (t) => [index('audit_by_time').on(t.accountId, t.at), index('audit_age').on(t.at)],
)

/**
 * What is told about scans, and to whom: planned when a scan starts (`waiting`), due when it
 * completes (`pending`), then kept as a log without the address.
 */
export const deliveries = sqliteTable(
  'deliveries',
  {
    /** UUIDv5 of scan and receiver: the `webhook-id`, the same over attempts and repeats. */
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** Null for test messages. */
    scanId: text('scan_id'),
    kind: text('kind').notNull(),
    format: text('format').notNull(),
    /** The URL masked after its host, or the mail address. */
    receiver: text('receiver').notNull(),
    /** The whole URL: AES-GCM, associated data = id. Null for mail, and once the delivery has ended. */
    urlCt: text('url_ct'),
    status: text('status').notNull(),
    /** JSON Facts: what is told, fixed when the scan completes. */
    facts: text('facts'),
    attempts: integer('attempts').notNull().default(0),
    lastStatus: integer('last_status'),
    error: text('error'),
    createdAt: integer('created_at').notNull(),
    lastAttemptAt: integer('last_attempt_at'),
    endedAt: integer('ended_at'),
    /** When a pending delivery counts as lost, and the sweep sends its message again. */
    dueAt: integer('due_at').notNull(),
  },
  (t) => [
    index('deliveries_by_time').on(t.accountId, t.createdAt, t.id),
    index('deliveries_by_scan').on(t.scanId),
    index('deliveries_due')
      .on(t.dueAt)
      .where(sql`status = 'pending'`),
    index('deliveries_age').on(t.createdAt),
  ],
)

/** Mails sent, skipped or failed, and webhooks that were given up (API document, Events, rule 4). */
export const emailLog = sqliteTable(
  'email_log',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    scanId: text('scan_id'),
    kind: text('kind').notNull(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    status: text('status').notNull(),
    error: text('error'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('email_log_by_time').on(t.accountId, t.createdAt, t.id),
    index('email_log_age').on(t.createdAt),
  ],
)

/** The account's global chat webhook. */
export const integrations = sqliteTable('integrations', {
  accountId: text('account_id').primaryKey(),
  /** AES-GCM, associated data = `chat:` and the account id. */
  urlCt: text('url_ct').notNull(),
  /** Masked after the host. */
  receiver: text('receiver').notNull(),
  format: text('format').notNull(),
  threshold: text('threshold').notNull(),
  enabled: integer('enabled').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
