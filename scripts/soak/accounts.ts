import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startInstance, type Instance } from '../../test/support/e2e-instance.ts'
import { mostTogether, overCap, type Capped } from './caps.ts'
import { openLedger, type LedgerRow } from './ledger.ts'
import type { Part, Sizes, SoakPart } from './part.ts'
import { probeSlots } from './probe-slots.ts'
import { startAll, type Start } from './starts.ts'
import { startTrivial } from './target.ts'

const JOB_SIZE = 50
/** Of so many scans that did not end whole the reasons are asked for. */
const MOST_REASONS = 20
const CAPS = [2, 3, 4, 5]
const SAMPLE_MS = 250
const MINUTE_MS = 60_000
const ROUTES = ['/api/scan', '/api/v1/scan']
const JOB_ROUTES = ['/api/scan/bulk', '/api/batch']
const Started = z.looseObject({ job_id: z.string().optional(), batch_id: z.string().optional() })
const Job = z.looseObject({
  status: z.string(),
  total: z.number(),
  completed: z.number(),
  scan_ids: z.array(z.string()),
  errors: z.array(z.unknown()),
})

type Member = Capped & Readonly<{ key: string }>
type JobRef = Readonly<{ key: string; path: string }>

/**
 * Many accounts with caps on one instance: single starts and jobs of 50 at once, the process killed
 * now and then. Nothing may be lost or doubled, no cap exceeded, and every slot is given back.
 */
export const soakAccounts: SoakPart = async (sizes) => {
  const site = await startTrivial()
  const instance = await startInstance()
  try {
    return await run(instance, site.page, sizes)
  } finally {
    await instance.stop()
    await site.close()
  }
}

async function run(
  instance: Instance,
  target: (nth: number) => string,
  sizes: Sizes,
): Promise<Part> {
  const members = await makeMembers(instance, sizes.accounts)
  const started = performance.now()
  const jobs = await startJobs(instance, members.slice(0, sizes.jobs), target)
  const single = sizes.scans - jobs.length * JOB_SIZE
  const starts = Array.from({ length: single }, (_, nth): Start => {
    const member = members[nth % members.length]
    const path = ROUTES[nth % ROUTES.length] ?? ''
    const idempotencyKey = crypto.randomUUID()
    return {
      key: member?.key ?? '',
      target: target(jobs.length * JOB_SIZE + nth),
      path,
      idempotencyKey,
    }
  })
  const watch = await watchOver(instance, members, sizes)
  const outcome = await startAll(instance, starts)
  await watch.ended
  const seconds = (performance.now() - started) / 1000
  const { accepted, refusals, cutOff } = outcome
  const ofJobs = await readJobs(instance, jobs)
  const { rows, ...watched } = watch.result()
  const capsOf = new Map(members.map((member) => [member.id, member.cap]))
  const wrong = [
    ...outcome.wrong,
    ...watched.wrong,
    ...ofJobs.wrong,
    ...complaintsAbout(rows, [...accepted, ...ofJobs.ids]),
    ...overCap(rows, capsOf),
    ...(await reasonsOf(instance, rows, members)),
    ...(await probeSlots(instance, members)),
  ]
  const atOnce = mostTogether(rows)
  const figures = { scans: rows.length, accounts: members.length, jobs: jobs.length, refusals }
  return {
    figures: {
      ...figures,
      cutOff,
      ...watched.figures,
      atOnce,
      seconds,
      perSecond: rows.length / seconds,
    },
    wrong,
  }
}

const makeMembers = (instance: Instance, count: number): Promise<readonly Member[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const cap = CAPS[nth % CAPS.length] ?? 2
      const rates = ['starts', 'bulk', 'reads', 'writes'].map((name) => [
        `${name}_per_minute`,
        null,
      ])
      const counts = { scans_per_day: null, assets: null, domain_cooldown: null }
      const limits = { ...Object.fromEntries(rates), ...counts, concurrent_scans: cap }
      const { account_id: id, key } = await instance.account(limits)
      return { id, key, cap }
    }),
  )

const startJobs = (
  instance: Instance,
  members: readonly Member[],
  target: (nth: number) => string,
): Promise<readonly JobRef[]> =>
  Promise.all(
    members.map(async ({ key }, nth) => {
      const route = JOB_ROUTES[nth % JOB_ROUTES.length] ?? ''
      const all = Array.from({ length: JOB_SIZE }, (_, ordinal) => target(nth * JOB_SIZE + ordinal))
      const body = {
        [nth % 2 === 0 ? 'urls' : 'targets']: all,
        scan_type: 'perf',
        scan_authorized: true,
      }
      const reply = await instance.api('POST', route, body, { key })
      const { job_id: job, batch_id: batch } = Started.parse(reply.body)
      if (reply.status !== 202) throw new Error(`no job: ${JSON.stringify(reply.body)}`)
      return { key, path: `${route}/${job ?? batch}` }
    }),
  )

/** Looks at all accounts at one moment after the other, kills when it is time, until all has ended. */
async function watchOver(instance: Instance, members: readonly Member[], sizes: Sizes) {
  const ledger = await openLedger(instance.state)
  const wrong: string[] = []
  const figures = { samples: 0, kills: 0, atCap: 0 }
  const look = (): void => {
    const running = ledger.running()
    figures.samples += 1
    for (const { id, cap } of members) {
      const now = running.get(id) ?? 0
      if (now === cap) figures.atCap += 1
      if (now > cap) wrong.push(`account ${id} runs ${now} scans of ${cap}`)
    }
  }
  const watch = async (): Promise<void> => {
    const giveUpAt = performance.now() + sizes.minutes * MINUTE_MS
    let told = 0
    for (let ended = 0; ended < sizes.scans; ended = ledger.ended()) {
      look()
      if (
        figures.kills < sizes.kills &&
        ended > (sizes.scans * (figures.kills + 1)) / (sizes.kills + 1)
      ) {
        await instance.kill9()
        await instance.restart()
        figures.kills += 1
      }
      if (performance.now() > giveUpAt) {
        wrong.push(`${ended} of ${sizes.scans} scans ended in ${sizes.minutes} minutes`)
        return
      }
      if (ended - told >= sizes.scans / 10) {
        console.log(`accounts: ${ended}/${sizes.scans} ended, kills ${figures.kills}`)
        told = ended
      }
      await wait(SAMPLE_MS)
    }
    if (ledger.waiting() > 0) wrong.push(`${ledger.waiting()} starts of jobs still wait`)
  }
  const ended = watch()
  return {
    ended,
    result: (): Part & Readonly<{ rows: readonly LedgerRow[] }> => {
      const rows = ledger.rows()
      ledger.close()
      return { rows, figures, wrong }
    },
  }
}

async function readJobs(instance: Instance, jobs: readonly JobRef[]) {
  const wrong: string[] = []
  const ids: string[] = []
  for (const { key, path } of jobs) {
    const job = Job.parse((await instance.api('GET', path, undefined, { key })).body)
    ids.push(...job.scan_ids)
    const isWhole = job.completed === job.total && job.errors.length === 0
    if (job.status !== 'done' || !isWhole)
      wrong.push(`${path}: ${job.status}, ${job.completed} of ${job.total}`)
    if (new Set(job.scan_ids).size !== JOB_SIZE) wrong.push(`${path}: ids are missing or doubled`)
  }
  return { wrong, ids }
}

/** Rows and accepted starts must be the same scans, each completed whole. */
function complaintsAbout(rows: readonly LedgerRow[], accepted: readonly string[]): string[] {
  const known = new Set(rows.map(({ id }) => id))
  const asked = new Set(accepted)
  const lost = accepted.filter((id) => !known.has(id))
  const extra = rows.filter(({ id }) => !asked.has(id))
  return [
    ...(asked.size === accepted.length ? [] : ['one scan was given for two starts']),
    ...lost.map((id) => `scan ${id} was accepted and is lost`),
    ...extra.map(({ id }) => `scan ${id} was never accepted`),
    ...rows
      .filter(isNotWhole)
      .map(
        ({ id, status, error_code: code, partial }) => `scan ${id}: ${status} ${code} ${partial}`,
      ),
  ]
}

const isNotWhole = ({ status, partial }: LedgerRow): boolean =>
  status !== 'completed' || partial === 1

const Coverage = z.looseObject({
  items: z.array(z.looseObject({ reason: z.string().nullish() })).optional(),
})

/** What the service itself says of scans that did not end whole. */
async function reasonsOf(
  instance: Instance,
  rows: readonly LedgerRow[],
  members: readonly Member[],
): Promise<readonly string[]> {
  const keys = new Map(members.map(({ id, key }) => [id, key]))
  const bad = rows.filter(isNotWhole).slice(0, MOST_REASONS)
  return await Promise.all(
    bad.map(async ({ id, account_id: account }) => {
      const call = { key: keys.get(account) ?? '' }
      const scan = await instance.api('GET', `/api/scan/${id}`, undefined, call)
      const coverage = await instance.api('GET', `/api/scan/${id}/coverage`, undefined, call)
      const { error } = z.looseObject({ error: z.unknown() }).parse(scan.body)
      const reasons = Coverage.parse(coverage.body).items?.flatMap(({ reason }) => reason ?? [])
      return `scan ${id}: ${JSON.stringify(error)} ${JSON.stringify([...new Set(reasons)])}`
    }),
  )
}
