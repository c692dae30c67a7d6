import type { Random } from '../ports.ts'
import { isBlocked } from './blocked.ts'
import type { Exchange, HttpRequest, Send } from './exchange.ts'
import { fitLine, median } from './fit-line.ts'

/**
 * A way to make a target take its time; the request is as long for every amount, 0 included, and new
 * in each call. `sleep`: the amount is milliseconds, a multiple of `stepMs`. `work`: the amount is
 * units of a computation, and `first` of them take between a tenth of a second and some seconds.
 */
export type Delay = Readonly<
  | { kind: 'sleep'; stepMs: number; request(amount: number): HttpRequest }
  | { kind: 'work'; first: number; request(amount: number): HttpRequest }
>

/** One timed request: how long it was to wait, and how much longer than the controls it took. */
export type Sample = Readonly<{ exchange: Exchange; askedMs: number; excessMs: number }>

/**
 * `quiet`: the first questions show no delay. `unsteady`: they do, but then no line fits.
 * `blocked`: a filter answered. `suspect`: a delay shows and was not measured (`screenDelay`).
 * `follows`: answers took as long as asked in so many runs; `isCut`: then a filter answered.
 */
export type Verdict = Readonly<
  | { is: 'quiet' | 'unsteady' | 'blocked' | 'suspect' }
  | { is: 'follows'; isCut: boolean; runs: number; samples: readonly Sample[] }
>

export type Bench = Readonly<{ send: Send; random: Random; idleMs: readonly number[] }>
/** How timed checks ask: `measureDelay` alone on the host, `screenDelay` beside other requests. */
export type Measure = (delay: Delay, bench: Bench) => Promise<Verdict>
/** What the first question taught: milliseconds for one of the amount, and how long controls take. */
type Gauge = Readonly<{ rate: number; controlsMs: readonly number[]; sleptMs: number }>
type Timed = Readonly<{ exchange: Exchange; amount: number }>

const RUNS = 3
/** On a busy host a single answer is late now and then: one run may fail. */
const MOST_FAILED = 1
/** All that a target is asked to wait for one confirmation; each wait is half of `LONG_MS` at least. */
const MOST_SLEPT_MS = 25_000
const SCREEN_MS = [1600, 2400] as const
const SHORT_MS = [1000, 1600] as const
const LONG_MS = [2400, 3400] as const
/** A value that stands in several statements waits once in each. */
const MOST_STATEMENTS = 3
/** From here on a computation shows; it is then asked for in the amount that should take `SCREEN_MS`. */
export const LEAST_WORK_MS = 100

/** A single answer of a busy host says nothing: one that rules a delay out is asked for once more. */
const LOOKS = 2
const MOST_JITTER_MS = 1000
const SLOW_CONTROL_MS = 600
const LEAST_SHARE = 0.8
const LEAST_SLOPE = 0.8
const MOST_SLOPE = 1.2
const LEAST_CORRELATION = 0.9
/** So many times as quick or as slow a computation may be as when it was gauged: machines are shared. */
const MOST_DRIFT = 1.6
/** How far from what was asked answers of all runs together may usually be, and all but the worst. */
const MOST_USUAL_ERROR = 0.15
const MOST_ERROR = 0.25

/** Answers to harmless requests so unlike that a delay means nothing; one of them may be a cold start. */
export function isJittery(idleMs: readonly number[]): boolean {
  const sorted = idleMs.toSorted((a, b) => a - b)
  const usual = sorted.length > 3 ? sorted.slice(0, -1) : sorted
  return (usual.at(-1) ?? 0) - (usual[0] ?? 0) > MOST_JITTER_MS
}

/**
 * Whether the target takes as long as it is asked to: one question, a control, then runs of a control
 * and two delays drawn at random, in random order, on which a line must fit.
 */
export const measureDelay: Measure = async (delay, bench) => {
  if (isJittery(bench.idleMs)) return { is: 'unsteady' }
  const gauge = delay.kind === 'sleep' ? await screen(delay, bench) : await calibrate(delay, bench)
  if (typeof gauge === 'string') return { is: gauge }

  const samples: Sample[] = []
  let { sleptMs } = gauge
  let runs = 0
  let failed = 0
  while (runs < RUNS && failed <= MOST_FAILED) {
    const amounts = drawAmounts(delay, gauge.rate, bench.random)
    sleptMs += amounts.reduce((sum, amount) => sum + amount * gauge.rate, 0)
    if (sleptMs > MOST_SLEPT_MS) break
    const run = await takeRun(delay, amounts, gauge, bench)
    if (run === 'blocked') return runs === 0 ? { is: 'blocked' } : judge(samples, runs)
    if (run === 'failed') failed += 1
    else {
      runs += 1
      samples.push(...run)
    }
  }
  return runs < RUNS ? { is: 'unsteady' } : judge(samples, runs)
}

function judge(samples: readonly Sample[], runs: number): Verdict {
  const errors = samples
    .filter(({ askedMs }) => askedMs > 0)
    .map(({ askedMs, excessMs }) => Math.abs(excessMs / askedMs - 1))
    .toSorted((a, b) => a - b)
  const isFar = median(errors) > MOST_USUAL_ERROR || (errors.at(-2) ?? 0) > MOST_ERROR
  if (isFar) return { is: 'unsteady' }
  return { is: 'follows', isCut: runs < RUNS, runs, samples }
}

/** The first question's sleep. */
export const drawSleep = (stepMs: number, random: Random): number =>
  Math.ceil(random(...SCREEN_MS) / stepMs) * stepMs

/** Nothing answers sooner than its own sleep; clocks may differ a little. */
export const isBeforeItsSleep = (tookMs: number, askedMs: number): boolean =>
  tookMs < askedMs * 0.98

type Screened = Gauge | 'quiet' | 'blocked'

/** Asks once for a drawn delay and, if it shows, for none. */
async function screen(
  delay: Extract<Delay, { kind: 'sleep' }>,
  { send, random, idleMs }: Bench,
): Promise<Screened> {
  const asked = drawSleep(delay.stepMs, random)
  const slow = await send(delay.request(asked))
  if (isBlocked(slow)) return 'blocked'
  const tookMs = slow.response.elapsedMs
  // A page of errors may be quicker than the usual page.
  if (isBeforeItsSleep(tookMs, asked) || tookMs - median(idleMs) < asked * 0.4) return 'quiet'
  const control = await takeControl(delay, send, idleMs)
  if (typeof control === 'string') return control
  const statements = Math.round((tookMs - control) / asked)
  if (statements < 1 || statements > MOST_STATEMENTS) return 'quiet'
  return { rate: statements, controlsMs: [control], sleptMs: tookMs - control }
}

/** Finds out how long a unit of work takes. */
async function calibrate(
  delay: Extract<Delay, { kind: 'work' }>,
  { send, random, idleMs }: Bench,
): Promise<Screened> {
  const slow = await send(delay.request(delay.first))
  if (isBlocked(slow)) return 'blocked'
  if (slow.response.elapsedMs - median(idleMs) < LEAST_WORK_MS) return 'quiet'
  const control = await takeControl(delay, send, idleMs)
  if (typeof control === 'string') return control
  const tookMs = slow.response.elapsedMs - control
  if (tookMs < LEAST_WORK_MS) return 'quiet'
  const target = random(...SCREEN_MS)
  let amount = Math.round((delay.first * target) / tookMs)
  let sleptMs = tookMs
  for (let look = 0; look < LOOKS; look += 1) {
    const longer = await send(delay.request(amount))
    if (isBlocked(longer)) return 'blocked'
    const longerMs = longer.response.elapsedMs - control
    sleptMs += longerMs
    const tooQuick = longerMs < target / 2
    if (!tooQuick && longerMs <= target * 2) {
      return { rate: longerMs / amount, controlsMs: [control], sleptMs }
    }
    if (longerMs < LEAST_WORK_MS) return 'quiet'
    // Too quick: the first answer was late. Too slow: this one may have been.
    if (tooQuick) amount = Math.round((amount * target) / longerMs)
  }
  return 'quiet'
}

/** How long the same request without a delay takes. */
async function takeControl(
  delay: Delay,
  send: Send,
  idleMs: readonly number[],
): Promise<number | 'quiet' | 'blocked'> {
  for (let look = 0; look < LOOKS; look += 1) {
    const control = await send(delay.request(0))
    if (isBlocked(control)) return 'blocked'
    const { elapsedMs } = control.response
    if (elapsedMs - median(idleMs) <= SLOW_CONTROL_MS) return elapsedMs
  }
  return 'quiet'
}

/** Nothing, little and much, in random order. */
function drawAmounts(delay: Delay, rate: number, random: Random): readonly number[] {
  const step = delay.kind === 'sleep' ? delay.stepMs : 1
  const short = Math.max(1, Math.floor(random(...SHORT_MS) / rate / step)) * step
  const long = Math.max(short / step + 1, Math.ceil(random(...LONG_MS) / rate / step)) * step
  const left = [0, short, long]
  const drawn: number[] = []
  while (left.length > 0) drawn.push(...left.splice(random(0, left.length - 1), 1))
  return drawn
}

async function takeRun(
  delay: Delay,
  amounts: readonly number[],
  { rate, controlsMs }: Gauge,
  { send }: Bench,
): Promise<readonly Sample[] | 'failed' | 'blocked'> {
  const timed: Timed[] = []
  for (const amount of amounts) {
    const exchange = await send(delay.request(amount))
    if (isBlocked(exchange)) return 'blocked'
    const tooSlow = exchange.response.elapsedMs - median(controlsMs) > SLOW_CONTROL_MS
    if (amount === 0 && tooSlow) return 'failed'
    timed.push({ exchange, amount })
  }
  const quick = timed.filter(({ amount }) => amount === 0)
  const reference = median([
    ...controlsMs,
    ...quick.map(({ exchange }) => exchange.response.elapsedMs),
  ])
  const excess = ({ exchange }: Timed): number => exchange.response.elapsedMs - reference
  const pace = delay.kind === 'sleep' ? rate : rateOf(timed, excess)
  if (pace > rate * MOST_DRIFT || pace < rate / MOST_DRIFT) return 'failed'
  const samples = timed.map((each) => ({
    exchange: each.exchange,
    askedMs: each.amount * pace,
    excessMs: excess(each),
  }))
  return isAsAsked(samples) ? samples : 'failed'
}

/** Milliseconds for one of the amount in this run: least squares, through nothing for nothing. */
function rateOf(timed: readonly Timed[], excess: (each: Timed) => number): number {
  const sum = (of: (each: Timed) => number): number =>
    timed.reduce((all, each) => all + of(each), 0)
  return sum((each) => each.amount * excess(each)) / sum(({ amount }) => amount * amount)
}

function isAsAsked(samples: readonly Sample[]): boolean {
  const { slope, r } = fitLine(
    samples.map(({ askedMs, excessMs }) => ({ x: askedMs, y: excessMs })),
  )
  return (
    slope >= LEAST_SLOPE &&
    slope <= MOST_SLOPE &&
    r >= LEAST_CORRELATION &&
    samples.every(({ askedMs, excessMs }) => askedMs === 0 || excessMs >= askedMs * LEAST_SHARE)
  )
}
