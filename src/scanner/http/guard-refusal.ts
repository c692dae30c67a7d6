import { ProbeError } from './exchange.ts'

export const REFUSAL_REASONS = ['nxdomain', 'forbidden_address', 'policy'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** The guard's no (tables.md §9). A resolver that is down is no refusal but a `transport` failure. */
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
