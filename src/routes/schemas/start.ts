import { z } from '@hono/zod-openapi'

import { LIMITS } from '../../limits.ts'
import { WEBHOOK_FORMATS } from '../../notify/receiver.ts'
import { PROFILES, SCAN_TYPES } from '../../report/report.ts'
import { BUDGETS, SPEEDS } from '../../scanner/engine/options.ts'
import type { StartInput, StartOptions } from '../../services/scans/start-options.ts'
import { Notes, Tags } from './labels.ts'
import { AuthConfigBody, CustomHeaders, ExcludedPaths, PlainUrl } from './start-parts.ts'

export const TargetText = z
  .string()
  .max(LIMITS.urlLength, `At most ${LIMITS.urlLength} characters.`)
const IpLiteral = z.union([z.ipv4(), z.ipv6()], 'Not an IP address.')
const CheckPattern = z
  .string()
  .max(100)
  .regex(/^[a-z0-9_]+(?:\.[a-z0-9_]+)*(?:\.\*)?$/)
const Lowered = z.int().min(1)

/** The three names of the target (decisions 10). */
export const TARGET_FIELDS = {
  target_url: TargetText.optional(),
  target: TargetText.optional(),
  url: TargetText.optional(),
}

/** Every other start option (tables.md §3): the same for all routes that start scans. */
export const OPTION_FIELDS = {
  scan_type: z.enum(SCAN_TYPES).default('vuln'),
  profile: z.enum(PROFILES).default('standard'),
  target_ip: IpLiteral.nullish(),
  custom_ip: IpLiteral.nullish(),
  excluded_paths: ExcludedPaths.nullish(),
  auth_config: AuthConfigBody.nullish(),
  custom_headers: CustomHeaders.nullish(),
  scan_speed: z.enum(SPEEDS).default('normal'),
  request_delay_ms: z.int().min(0).max(LIMITS.requestDelayMaxMs).optional(),
  tags: Tags.default([]),
  notes: Notes.default(''),
  webhook_url: PlainUrl.nullish(),
  webhook_format: z.enum(WEBHOOK_FORMATS).default('auto'),
  scan_authorized: z.boolean().optional(),
  max_duration_s: Lowered.optional(),
  max_requests: Lowered.optional(),
  max_pages: Lowered.optional(),
  max_depth: Lowered.optional(),
  opt_in: z.array(CheckPattern).max(LIMITS.optIn).default([]),
}
type Options = z.output<z.ZodObject<typeof OPTION_FIELDS>>
type Target = z.output<z.ZodObject<typeof TARGET_FIELDS>>

const TARGET_NAMES = ['target_url', 'target', 'url'] as const
const IP_NAMES = ['target_ip', 'custom_ip'] as const

export const StartBody = z
  .strictObject({ ...TARGET_FIELDS, ...OPTION_FIELDS })
  .superRefine(checkTarget)
  .superRefine(checkOptions)
  .transform((body): StartInput => ({ target: targetOf(body), ...toOptions(body) }))

/** One target under any of its names. */
export function checkTarget(body: Target, ctx: z.RefinementCtx<Target>): void {
  if (TARGET_NAMES.every((name) => body[name] === undefined)) {
    ctx.addIssue({ code: 'custom', path: ['target_url'], message: 'Required.' })
  }
  refuseDifferent(body, TARGET_NAMES, ctx)
}

export const targetOf = (body: Target): string => body.target_url ?? body.target ?? body.url ?? ''

/** What the fields of the options cannot say alone. */
export function checkOptions(body: Options, ctx: z.RefinementCtx<Options>): void {
  refuseDifferent(body, IP_NAMES, ctx)
  refuseRaised(body, ctx)
}

/** Two names of one thing with two values: no silent choice (decisions 10). */
function refuseDifferent<Name extends string>(
  body: Partial<Record<Name, string | null | undefined>>,
  names: readonly Name[],
  ctx: z.RefinementCtx,
): void {
  const [first, ...others] = names.filter((name) => (body[name] ?? null) !== null)
  if (first === undefined) return
  for (const other of others.filter((name) => body[name] !== body[first])) {
    ctx.addIssue({ code: 'custom', path: [other], message: `Differs from ${first}.` })
  }
}

/** A start may lower its profile's budget, never raise it. */
function refuseRaised(body: Options, ctx: z.RefinementCtx<Options>): void {
  const budget = BUDGETS[body.profile]
  const most = {
    max_duration_s: budget.timeMs / 1000,
    max_requests: budget.requests,
    max_pages: budget.pages,
    max_depth: budget.depth,
  } as const
  for (const name of ['max_duration_s', 'max_requests', 'max_pages', 'max_depth'] as const) {
    if ((body[name] ?? 0) <= most[name]) continue
    const message = `At most ${most[name]} in the profile "${body.profile}".`
    ctx.addIssue({ code: 'custom', path: [name], message })
  }
}

export function toOptions(body: Options): StartOptions {
  return {
    scanType: body.scan_type,
    profile: body.profile,
    targetIp: body.target_ip ?? body.custom_ip ?? null,
    excludedPaths: body.excluded_paths ?? [],
    authConfig: body.auth_config ?? null,
    customHeaders: body.custom_headers ?? {},
    speed: body.scan_speed,
    requestDelayMs: body.request_delay_ms ?? null,
    tags: body.tags,
    notes: body.notes,
    webhook: body.webhook_url ? { url: body.webhook_url, format: body.webhook_format } : null,
    notifyEmail: null,
    scanAuthorized: body.scan_authorized ?? null,
    lowered: {
      max_duration_s: body.max_duration_s ?? null,
      max_requests: body.max_requests ?? null,
      max_pages: body.max_pages ?? null,
      max_depth: body.max_depth ?? null,
    },
    optIn: body.opt_in,
  }
}
