import { LIMITS } from '../../limits.ts'
import {
  actionsOf,
  componentKey,
  isField,
  LookSchema,
  stateKey,
  valueFor,
  type Action,
  type Look,
} from './components.ts'
import type { Page } from './page.ts'
import { act } from './scripts/act.ts'
import { look } from './scripts/look.ts'

/** Alike components of a list: some rows do something that the first one does not. */
const SAMPLES = 2
const QUIET_MS = 80
const SETTLE_MS = 3000
/** What timers of the page start late. */
const LINGER_MS = 400

export type Exploration = Readonly<{
  page: Page
  start: URL
  /** Told of every state that was seen. */
  onLook(look: Look): void
  hasTime(): boolean
}>

/** One component and what is done to it: found again by its key after a reload. */
type Step = Readonly<{ key: string; action: Action }>
/** How a state is come to, and what was there before: only what is new in it is acted on. */
type Spot = Readonly<{ path: readonly Step[]; known: ReadonlySet<string> }>

/**
 * Does on one page all that can be done, breadth first: states are told apart by what they offer, and a
 * state is come back to by loading the page and going its steps again. Bounded in actions and states.
 * Throws BrowserFailure.
 */
export async function explore({ page, start, onLook, hasTime }: Exploration): Promise<void> {
  const states = new Set<string>()
  const waiting: Spot[] = [{ path: [], known: new Set() }]
  let actions = 0
  const mayGoOn = () => hasTime() && actions < LIMITS.browserActions

  const see = async (): Promise<Look> => {
    await page.settle(QUIET_MS, SETTLE_MS)
    const { browserComponents, responseBytes } = LIMITS
    const seen = LookSchema.parse(await page.evaluate(look, browserComponents, responseBytes))
    onLook(seen)
    return seen
  }
  const take = async (here: Look, { key, action }: Step): Promise<Look> => {
    const at = keysOf(here).indexOf(key)
    if (at === -1) return here
    await page.evaluate(act, at, action.what, action.value)
    return see()
  }
  const arrive = async (path: readonly Step[]): Promise<Look> => {
    await page.goto(start, LIMITS.browserLoadMs)
    let here = await fillIn(page, await see(), see)
    for (const step of path) here = await take(here, step)
    return here
  }

  while (waiting.length > 0 && mayGoOn()) {
    const { path, known } = waiting.shift() ?? { path: [], known: new Set() }
    const done = new Set<string>()
    let here = await arrive(path)
    states.add(stateKey(here))
    for (let step = nextStep(here, known, done); step !== null && mayGoOn();) {
      actions += 1
      const before = stateKey(here)
      const there = new Set(keysOf(here))
      const after = await take(here, step)
      const key = stateKey(after)
      if (key === before) here = after
      else {
        if (!states.has(key) && states.size < LIMITS.browserStates) {
          states.add(key)
          if (path.length < LIMITS.browserSteps)
            waiting.push({ path: [...path, step], known: there })
        }
        here = await arrive(path)
      }
      step = nextStep(here, known, done)
    }
  }
  await page.settle(LINGER_MS, SETTLE_MS)
}

async function fillIn(page: Page, here: Look, see: () => Promise<Look>): Promise<Look> {
  let filled = 0
  for (const [at, component] of here.components.entries()) {
    if (!isField(component)) continue
    await page.evaluate(act, at, 'fill', valueFor(component))
    filled += 1
  }
  return filled === 0 ? here : see()
}

/** The first thing to do here that is new and was not done yet; it is marked as done. */
function nextStep(here: Look, known: ReadonlySet<string>, done: Set<string>): Step | null {
  const keys = keysOf(here)
  for (const [at, component] of here.components.entries()) {
    const key = keys[at] ?? ''
    if (known.has(key) || !isSample(key)) continue
    for (const action of actionsOf(component)) {
      const mark = [key, action.what, action.value].join('\n')
      if (done.has(mark)) continue
      done.add(mark)
      return { key, action }
    }
  }
  return null
}

/** The key of each component, with the how-manieth of its like it is. */
function keysOf({ components }: Look): readonly string[] {
  const counts = new Map<string, number>()
  return components.map((component) => {
    const key = componentKey(component)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return `${key}#${count}`
  })
}
const isSample = (key: string): boolean => Number(key.slice(key.lastIndexOf('#') + 1)) < SAMPLES
