import { PROFILES, type Profile } from '../../report/report.ts'
import type { Check } from '../checks/check.ts'
import type { ScanOptions } from './options.ts'

export type NotRun = Readonly<{ check_id: string; reason: string }>
export type Selection = Readonly<{ checks: readonly Check[]; notRun: readonly NotRun[] }>

const rank = (profile: Profile): number => PROFILES.indexOf(profile)

/** `upload.*` in opt_in names the whole group; anything else names one check. */
const isOptedIn = (id: string, optIn: readonly string[]): boolean =>
  optIn.some((name) => name === id || (name.endsWith('.*') && id.startsWith(name.slice(0, -1))))

/** Which checks this scan runs, and which it says it does not run, and why. */
export function selectChecks(
  all: readonly Check[],
  options: Pick<ScanOptions, 'profile' | 'scan_type' | 'opt_in'>,
  has: Readonly<{ browser: string | true }>,
): Selection {
  if (options.scan_type === 'perf') return { checks: [], notRun: [] }
  const checks: Check[] = []
  const notRun: NotRun[] = []
  for (const check of all) {
    const reason = reasonAgainst(check, options, has)
    if (reason === null) checks.push(check)
    else notRun.push({ check_id: check.meta.id, reason })
  }
  return { checks, notRun }
}

function reasonAgainst(
  { meta }: Check,
  options: Pick<ScanOptions, 'profile' | 'opt_in'>,
  has: Readonly<{ browser: string | true }>,
): string | null {
  if (meta.optIn && !isOptedIn(meta.id, options.opt_in)) return 'off unless named in opt_in'
  if (rank(meta.profile) > rank(options.profile)) return `only in the ${meta.profile} profile`
  if (meta.needs?.includes('browser') && has.browser !== true) return has.browser
  return null
}
