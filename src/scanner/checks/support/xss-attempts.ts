import type { Exchange } from '../../http/exchange.ts'
import type { InputContext } from '../check.ts'
import type { CheckBrowser } from '../check-browser.ts'
import { XSS_PAYLOADS } from '../../payloads/xss.ts'
import { blocksInlineScript } from './csp.ts'
import { documentKind, findExecution, type Execution } from './execution.ts'
import { fill } from './fill.ts'
import { findReflections, type Reflection } from './reflections.ts'

export type Proof = Readonly<{
  word: string
  exchange: Exchange
  found: Execution
  /** What to send to see the same with another word. */
  valueWith(word: string): string
}>
type Attempt = Readonly<{
  payload: string
  close: string
  word: string
  exchange: Exchange
  found: Execution | null
}>

/** Gives a value to the site and answers with the page that shows it. */
type Ask = (value: string) => Promise<Exchange>
type Means = Readonly<{ ask: Ask; nonce(): string; mostAttempts: number }>

const MAX_REFLECTIONS = 5
/** How a bracket or quote looks once encoded for HTML, script or URLs. */
const ENCODED = String.raw`(?:&(?:lt|quot|apos|#\w+);|\\[ux"']|%[23])`

/**
 * Tries to make the page that shows a word call a function of ours, by what is needed to get out of
 * the places where the word stands. Asks at most `mostAttempts` and two times; null when nothing
 * called it, twice and with new words.
 */
export async function provokeScript(
  shown: Exchange,
  word: string,
  means: Means,
): Promise<Proof | null> {
  const kind = documentKind(shown)
  if (kind === null) return null
  const places = findReflections(shown.response.body, word, { xml: kind === 'xml' })
  let attempts = 0
  for (const place of places.slice(0, MAX_REFLECTIONS)) {
    for await (const attempt of attemptsAt(place, means)) {
      attempts += 1
      const { found } = attempt
      if (found !== null)
        return (await holds(attempt, means))
          ? { ...attempt, found, valueWith: valueOf(attempt) }
          : null
      if (attempts >= means.mostAttempts) return null
    }
  }
  return null
}

/** Sends what fits the place. What became of the first payload decides about the others. */
async function* attemptsAt(
  { context: place, close, isNested }: Reflection,
  means: Means,
): AsyncIterable<Attempt> {
  const { opener, direct, disguised } = XSS_PAYLOADS[place]
  const [first = '', ...others] = direct
  const attempt = await attemptWith(first, close, means)
  yield attempt
  const body = attempt.exchange.response.body.toLowerCase()
  const survives =
    opener === null || isNested || body.includes(fill(opener, { m: attempt.word, close }))
  const isEncoded = new RegExp(`${attempt.word}${ENCODED}`).test(body)
  // Filters that remove some elements let others pass; encoders spare none.
  const rest = survives ? others : isEncoded ? disguised : [...others, ...disguised]
  for (const payload of rest) yield await attemptWith(payload, close, means)
}

async function attemptWith(payload: string, close: string, means: Means): Promise<Attempt> {
  const word = means.nonce()
  const exchange = await means.ask(fill(payload, { m: word, close }))
  return { payload, close, word, exchange, found: findExecution(exchange, word) }
}

const valueOf =
  ({ payload, close }: Attempt) =>
  (word: string): string =>
    fill(payload, { m: word, close })

/** True where a browser calls the function, twice under new names, and not for letters alone. */
export async function runsIn(
  browser: CheckBrowser,
  { valueWith }: Proof,
  { input, send, nonce }: Pick<InputContext, 'input' | 'send' | 'nonce'>,
): Promise<boolean> {
  for (let time = 0; time < 2; time += 1) {
    const called = nonce()
    const { isCalled } = await browser.visit(send, {
      request: input.with(valueWith(called)),
      called,
    })
    if (!isCalled) return false
  }
  const called = nonce()
  const letters = valueWith(called).replaceAll(/[^a-z]/g, 'z')
  return !(await browser.visit(send, { request: input.with(letters), called })).isCalled
}

/** Why what a browser has run is confirmed. */
export const RAN =
  'A browser that was given the answer called a made-up function, twice and under new names; a plain value ' +
  'of the same length called nothing.'

/** A second nonce does the same, and a word of letters only, as long as the payload, does not. */
async function holds({ payload, close, word }: Attempt, means: Means): Promise<boolean> {
  const again = await attemptWith(payload, close, means)
  if (again.found === null) return false
  const letters = means.nonce().replace(/[^a-z]/g, 'z')
  const control = letters.padEnd(fill(payload, { m: word, close }).length, 'z')
  return findExecution(await means.ask(control), control) === null
}

/** Why such a proof is what it is; docs/decisions/0003. */
export function reasonFor(exchange: Exchange): string {
  const blocked = blocksInlineScript(exchange)
    ? ' The Content Security Policy of the page blocks inline script, so an attack needs a way around it.'
    : ''
  return (
    'Two answers, parsed as a browser does, call a made-up function outside of text and strings, a plain ' +
    `value of the same length does not; no browser has run it.${blocked}`
  )
}
