import type { Account, Auth } from '../../accounts/account.ts'
import { ticketSuffixOf } from '../../accounts/ticket-policy.ts'
import { ApiError } from '../../errors.ts'
import type { Settings } from '../../env.ts'
import type { StartInput, StartOptions } from './start-options.ts'

export type Basis = 'request' | 'account' | 'proof'

/**
 * Plan, authorization and deny list, in the order of tables.md §5. Answers on what ground the scan
 * is authorized (decisions 15).
 */
export function authorizeStart(
  auth: Auth,
  input: StartInput,
  host: string,
  world: Readonly<{ isProven: boolean; settings: Settings }>,
): Basis {
  if (auth.account.plan === 'none') throw new ApiError('no_active_plan')
  const basis = basisOf(auth.account, input, world.isProven)
  if (!world.isProven) refuseUnproven(input, world.settings.REQUIRE_PROOF)
  refuseTicketed(auth.account, host, world.settings.TICKET_SUFFIXES)
  return basis
}

/** What refuses every start of the account with these options, whatever the target. */
export function authorizeAny({ account }: Auth, options: StartOptions): void {
  if (account.plan === 'none') throw new ApiError('no_active_plan')
  if (options.scanAuthorized === false) throw new ApiError('authorization_required')
  refuseReviewed(account)
}

function basisOf(account: Account, input: StartInput, isProven: boolean): Basis {
  if (input.scanAuthorized === true) return 'request'
  if (input.scanAuthorized === false) throw new ApiError('authorization_required')
  if (isProven) return 'proof'
  if (account.authorizationConfirmed !== null) return 'account'
  throw new ApiError('authorization_required')
}

/** tables.md §7: what a host without proof of ownership may not be asked. */
function refuseUnproven(input: StartInput, required: Settings['REQUIRE_PROOF']): void {
  const needs = needOfProof(input, required)
  if (needs === null) return
  throw new ApiError('authorization_required', {
    text: `${needs} proof that the host is yours.`,
  })
}

/** Whether the start would be refused for a host without proof. */
export const restsOnProof = (input: StartInput, required: Settings['REQUIRE_PROOF']): boolean =>
  needOfProof(input, required) !== null

function needOfProof(input: StartInput, required: Settings['REQUIRE_PROOF']): string | null {
  if (required === 'off') return null
  if (input.profile === 'deep') return 'The profile "deep" needs'
  if (input.optIn.length > 0) return 'Checks in opt_in need'
  return required === 'active' && input.scanType !== 'perf' ? 'Active checks need' : null
}

function refuseTicketed(account: Account, host: string, suffixes: string): void {
  refuseReviewed(account)
  const denied = ticketSuffixOf(host, suffixes)
  if (denied !== null) {
    throw new ApiError('ticket_required', { text: `Hosts in ${denied} need a support ticket.` })
  }
}

function refuseReviewed(account: Account): void {
  if (!account.underReview) return
  throw new ApiError('ticket_required', { text: 'The account is under review.' })
}
