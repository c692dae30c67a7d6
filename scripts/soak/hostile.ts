import { MISBEHAVIOUR_NAMES, type MisbehaviourName } from '../../test/range/apps/hostile/app.ts'
import { SCRIPTS } from '../../test/range/apps/hostile/scripts.ts'
import { startInstance, type Instance } from '../../test/support/e2e-instance.ts'
import { watchMemory } from '../../test/support/e2e-memory.ts'
import { survive } from '../../test/support/e2e-misbehaviour.ts'
import type { SoakPart } from './part.ts'

/** Issue 6, "What it must show". */
const GRACE_MS = 30_000
const MOST_MB = 512
type Means = Readonly<{ env: Readonly<Record<string, string>>; atOnce: number }>
const PLAIN: Means = { env: {}, atOnce: 3 }
const BROWSER: Means = { env: { PALISADE_BROWSER: 'on' }, atOnce: 1 }
const ENDS: ReadonlySet<string> = new Set(['completed', 'target_unreachable'])

/** A service that scans for days is another question than what one target can do to it. */
const SCANS_PER_SERVICE = 12

type Target = Readonly<{ name: MisbehaviourName; polite: number }>
type Tally = { longestMs: number; requests: number; strayed: number; mostMb: number }

// oxlint-disable-next-line no-unsafe-type-assertion -- the keys of a literal object are its names
const IN_BROWSER = (Object.keys(SCRIPTS) as readonly (keyof typeof SCRIPTS)[]).map(
  (name): Target => ({ name, polite: 0 }),
)

/** Every target that misbehaves, from its first answer on and after some polite ones. */
export const soakHostile: SoakPart = async ({ 'hostile-seconds': seconds }) => {
  const targets = MISBEHAVIOUR_NAMES.flatMap((name): readonly Target[] => [
    { name, polite: 0 },
    { name, polite: 6 },
  ])
  const wrong: string[] = []
  const tally: Tally = { longestMs: 0, requests: 0, strayed: 0, mostMb: 0 }
  for (let at = 0; at < targets.length; at += SCANS_PER_SERVICE) {
    wrong.push(...(await survived(targets.slice(at, at + SCANS_PER_SERVICE), seconds, tally)))
  }
  // What holds up a browser does so only where there is one, and one at a time.
  wrong.push(...(await survived(IN_BROWSER, seconds, tally, BROWSER)))
  return { figures: { scans: targets.length + IN_BROWSER.length, seconds, ...tally }, wrong }
}

/** Scans targets through one service, some at a time; gives what was wrong. */
async function survived(
  targets: readonly Target[],
  seconds: number,
  tally: Tally,
  { env, atOnce } = PLAIN,
): Promise<readonly string[]> {
  const instance = await startInstance(env)
  const memory = watchMemory(instance)
  const waiting = [...targets]
  const wrong: string[] = []
  try {
    const { key } = await instance.account(null)
    const lane = async (): Promise<void> => {
      for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
        wrong.push(...(await survivedOne(instance, key, target, seconds, tally)))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    const mostMb = Math.round(await memory.stop())
    tally.mostMb = Math.max(tally.mostMb, mostMb)
    if (mostMb > MOST_MB) wrong.push(`the runtime held ${mostMb} MB`)
    return wrong
  } finally {
    await memory.stop()
    await instance.stop()
  }
}

async function survivedOne(
  instance: Instance,
  key: string,
  target: Target,
  seconds: number,
  tally: Tally,
): Promise<readonly string[]> {
  const label = `${target.name}, after ${target.polite}`
  try {
    const end = await survive(instance, key, target, { seconds, graceMs: GRACE_MS })
    tally.longestMs = Math.max(tally.longestMs, Math.round(end.elapsedMs))
    tally.requests += end.requests
    tally.strayed += end.strayed
    const outcome = end.scan.error?.code ?? end.scan.status
    process.stderr.write(`${label}: ${outcome}, ${Math.round(end.elapsedMs)} ms\n`)
    return [
      ...(end.strayed > 0 ? [`${label}: ${end.strayed} requests out of scope`] : []),
      ...(ENDS.has(outcome) ? [] : [`${label}: ended as ${outcome}`]),
    ]
  } catch (error) {
    return [`${label}: ${error instanceof Error ? error.message : String(error)}`]
  }
}
