import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// What starts scans later; the same conventions as in schema.ts.

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
  (t) => [index('jobs_unfinished').on(t.accountId, t.endedAt), index('jobs_age').on(t.createdAt)],
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
