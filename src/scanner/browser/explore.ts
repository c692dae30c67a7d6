import { LIMITS } from '../../limits.ts'
import { actionsOf, isField, LookSchema, valueFor, type Look } from './components.ts'
import { isBrowserFailure, type Page } from './page.ts'
import { act } from './scripts/act.ts'
import { look } from './scripts/look.ts'
import { BEGINNING, keysOf, stateOf, type Spot, type Step, type Trail } from './trail.ts'

/** Alike components of a list: some rows do something that the first one does not. */
const SAMPLES = 2
const QUIET_MS = 80
const SETTLE_MS = 3000
/** Documents that a page may come from, one into the other, before it is looked at. */
const MOST_DOCUMENTS = 4
/** What timers of the page start late. */
const LINGER_MS = 400

export type Exploration = Readonly<{
  page: Page
  start: URL
  /** Where an earlier unit has left off. */
  trail?: Trail
  /** Told of every state that was seen. */
  onLook(look: Look): Promise<void>
  /** False: what is left is for another unit. */
  mayGoOn(): boolean
}>
export type Explored =
  | Readonly<{ is: 'whole' }>
  /** Its bounds were met: there was more to do. */
  | Readonly<{ is: 'cut' }>
  | Readonly<{ is: 'paused'; trail: Trail }>

/**
 * Does on one page all that can be done, breadth first: states are told apart by what they offer, and a
 * state is come back to by loading the page and going its steps again. Bounded in actions and states.
 * Throws BrowserFailure.
 */
export async function explore(exploration: Exploration): Promise<Explored> {
  const { page, start, trail = BEGINNING, onLook, mayGoOn } = exploration
  const states = new Set(trail.states)
  const waiting: Spot[] = [...trail.waiting]
  let done = new Set(trail.done)
  let { actions } = trail
  let isCut = false

  const see = async (): Promise<Look> => {
    const seen = LookSchema.parse(await lookAt(page))
    await onLook(seen)
    return seen
  }
  const take = async (here: Look, { key, action }: Step): Promise<Look> => {
    const at = keysOf(here).indexOf(key)
    if (at === -1) return here
    // Where it leads to another document at once, nobody is left to answer.
    await page.evaluate(act, at, action.what, action.value).catch(unlessGone)
    return see()
  }
  const arrive = async (path: readonly Step[]): Promise<Look> => {
    await page.goto(start, LIMITS.browserLoadMs)
    let here = await fillIn(page, await see(), see)
    for (const step of path) here = await take(here, step)
    return here
  }
  const paused = (): Explored => ({
    is: 'paused',
    trail: { waiting, done: [...done], states: [...states], actions },
  })

  for (let spot = waiting[0]; spot !== undefined; spot = waiting[0]) {
    if (!mayGoOn()) return paused()
    const { path } = spot
    const known = new Set(spot.known)
    let here = await arrive(path)
    states.add(stateOf(here))
    for (;;) {
      const step = nextStep(here, known, done)
      if (step === null) break
      if (actions >= LIMITS.browserActions) return { is: 'cut' }
      if (!mayGoOn()) return paused()
      done.add(markOf(step))
      actions += 1
      const before = stateOf(here)
      const there = keysOf(here)
      const after = await take(here, step)
      const state = stateOf(after)
      if (state === before) here = after
      else {
        const isNew = !states.has(state)
        const hasRoom = states.size < LIMITS.browserStates
        if (isNew && !hasRoom) isCut = true
        if (isNew && hasRoom) {
          states.add(state)
          if (path.length < LIMITS.browserSteps)
            waiting.push({ path: [...path, step], known: there })
        }
        here = await arrive(path)
      }
    }
    waiting.shift()
    done = new Set()
  }
  await page.settle(LINGER_MS, SETTLE_MS)
  return { is: isCut ? 'cut' : 'whole' }
}

/** Between two documents a page answers nothing: it is looked at again when the next one has come. */
async function lookAt(page: Page): Promise<unknown> {
  const { browserComponents, responseBytes } = LIMITS
  for (let left = MOST_DOCUMENTS; left > 1; left -= 1) {
    await page.settle(QUIET_MS, SETTLE_MS)
    const seen = await page.evaluate(look, browserComponents, responseBytes).catch(unlessGone)
    if (seen !== null) return seen
  }
  await page.settle(QUIET_MS, SETTLE_MS)
  return page.evaluate(look, browserComponents, responseBytes)
}

function unlessGone(error: unknown): null {
  if (isBrowserFailure(error) && error.kind === 'failed') return null
  throw error
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

/** The first thing to do here that is new and was not done yet. */
function nextStep(here: Look, known: ReadonlySet<string>, done: ReadonlySet<string>): Step | null {
  const keys = keysOf(here)
  for (const [at, component] of here.components.entries()) {
    const key = keys[at] ?? ''
    if (known.has(key) || !isSample(key)) continue
    for (const action of actionsOf(component)) {
      if (!done.has(markOf({ key, action }))) return { key, action }
    }
  }
  return null
}
const markOf = ({ key, action }: Step): string => [key, action.what, action.value].join('\n')
const isSample = (key: string): boolean => Number(key.slice(key.lastIndexOf('#') + 1)) < SAMPLES
