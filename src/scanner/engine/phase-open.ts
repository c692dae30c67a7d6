import type { ScanError } from '../../report/report.ts'
import { descriptionEntries } from '../api-spec/usual-places.ts'
import { seedEntries } from '../crawl/seeds.ts'
import { followRedirects } from '../http/redirects.ts'
import { isProbeError, type Exchange, type ProbeError } from '../http/exchange.ts'
import { whyUntrusted } from './tls-facts.ts'
import { examine } from './passive.ts'
import { collect } from './phase-crawl.ts'
import { logInFirst, watchSession } from './open-session.ts'
import type { UnitContext } from './unit-context.ts'

export type Opened =
  | Readonly<{ kind: 'open'; origins: readonly string[] }>
  | Readonly<{ kind: 'failed'; error: ScanError }>

/**
 * Reaches the target, follows its first redirect chain by hand, and so fixes the scope: the target's
 * origin, and the one the chain ends on where it is the same site (tables.md §10).
 */
export async function openTarget(context: UnitContext): Promise<Opened> {
  const target = new URL(context.work.options.target_url)
  const login = await logInFirst(context)
  if (login.kind === 'failed') return failed('login_failed', context.mask(login.message))
  let chain: readonly Exchange[]
  try {
    chain = await reach(context, target)
  } catch (error) {
    if (!isProbeError(error)) throw error
    const seen = error.kind === 'unreachable' ? await whyUntrusted(context, target) : null
    const why = seen === null ? error.message : `${error.message} ${seen}`
    return failed('target_unreachable', `${target.origin} did not answer: ${why}`)
  }
  const last = chain.at(-1)
  if (last === undefined) return failed('target_unreachable', `${target.origin} did not answer.`)
  const doubt = await watchSession(context, login, last.request.url)
  if (doubt !== null) return failed('login_failed', context.mask(doubt))
  for (const hop of chain.slice(0, -1)) await examine(context, hop)
  await collect(context, last, { url: target.href, source: 'target', depth: 0 })
  const isApi = context.work.options.scan_type === 'api'
  const seeds = (isApi ? descriptionEntries : seedEntries)(last.request.url)
  for (const entry of seeds) {
    context.out.discovered.add(entry, () => true)
  }
  const origins = [...new Set([target.origin, last.request.url.origin])]
  return { kind: 'open', origins }
}

/** A target that does not answer at once may be starting or busy: it is asked again after each wait. */
const WAITS_MS = [1000, 2000]

async function reach({ send, world }: UnitContext, target: URL): Promise<readonly Exchange[]> {
  let silence: ProbeError | null = null
  for (const waitMs of [...WAITS_MS, null]) {
    try {
      return await followRedirects(send, target)
    } catch (error) {
      if (!isProbeError(error)) throw error
      const mayAnswer = error.kind === 'unreachable' || error.kind === 'timeout'
      // A unit that ended meanwhile is no reason of the target's.
      if (!mayAnswer || waitMs === null) throw silence ?? error
      silence = error
      await world.clock.sleep(waitMs)
    }
  }
  return []
}

const failed = (code: ScanError['code'], message: string): Opened => ({
  kind: 'failed',
  error: { code, message },
})
