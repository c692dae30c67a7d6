import { ProbeError } from './exchange.ts'

export const REFUSAL_REASONS = [
  'nxdomain',
  'resolver_unavailable',
  'forbidden_address',
  'policy',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/**
 * The guard's no (tables.md §9). A caller at the start of a scan tells by `reason` a name that does
 * not exist (target_not_allowed) from a resolver that is down (unavailable).
 */
export class GuardRefusal extends ProbeError {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, message: string) {
    super('refused_by_guard', message)
    this.name = 'GuardRefusal'
    this.reason = reason
  }
}
export const isGuardRefusal = (error: unknown): error is GuardRefusal =>
  error instanceof GuardRefusal
