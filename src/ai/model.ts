import { diffFactsOf, factsOf, type Facts } from './facts.ts'
import {
  ADVICE_SCHEMA,
  adviceMessages,
  DIFF_SCHEMA,
  diffMessages,
  ModelAdvice,
  ModelDiff,
  PROMPT_VERSION,
  readAdvice,
  readDiff,
} from './model-prompt.ts'
import type { Message } from './model-prompt.ts'
import { fill } from './placeholders.ts'
import type { Advice, AdviceInput, Adviser, DiffInput } from './port.ts'
import { rulesAdviser } from './rules.ts'

/** Findings in one question; more make models lose count. */
const BATCH = 6
/** How far a model may move the rules' score: it ranks among equals, it does not overrule CVSS. */
const SWING = 15

/** One question to a language model, with a JSON Schema for the answer; rejects when it fails or is late. */
export type AskModel = (messages: readonly Message[], schema: unknown) => Promise<unknown>

/** Kept answers by key. The key holds no word of the target. */
export type AdviceCache = Readonly<{
  get(key: string): Promise<unknown>
  put(key: string, answer: ModelAdvice | ModelDiff): Promise<void>
}>

/**
 * Advice of a language model over the same facts as the rules' advice. Equal facts are asked once.
 * Where the model fails, is late or answers something else than was asked, the rules stand.
 */
export const makeModelAdviser = (ask: AskModel, cache: AdviceCache): Adviser => ({
  advise: async (inputs) => {
    const fallback = await rulesAdviser.advise(inputs)
    const questions = inputs.map(questionOf)
    const answers = await answersTo(questions, ask, cache)
    return inputs.map((input, index) =>
      combine(input, fallback[index], answers.get(questions[index]?.key ?? '')),
    )
  },
  describeDiff: async (diff) => {
    const text = await diffText(diff, ask, cache)
    return text === null ? rulesAdviser.describeDiff(diff) : { text, source: 'model' }
  },
})

async function diffText(
  diff: DiffInput,
  ask: AskModel,
  cache: AdviceCache,
): Promise<string | null> {
  const facts = diffFactsOf(diff)
  const key = JSON.stringify([PROMPT_VERSION, 'diff', facts])
  const kept = ModelDiff.safeParse(await cache.get(key))
  if (kept.success) return kept.data.summary
  try {
    const answer = readDiff(await ask(diffMessages(facts), DIFF_SCHEMA))
    if (answer !== null) await cache.put(key, answer)
    return answer?.summary ?? null
  } catch {
    return null
  }
}

type Question = Readonly<{ key: string; facts: Facts }>

function questionOf(input: AdviceInput): Question {
  const facts = factsOf(input)
  return { key: JSON.stringify([PROMPT_VERSION, facts]), facts }
}

async function answersTo(
  questions: readonly Question[],
  ask: AskModel,
  cache: AdviceCache,
): Promise<ReadonlyMap<string, ModelAdvice>> {
  const answers = new Map<string, ModelAdvice>()
  const missing: Question[] = []
  for (const question of new Map(questions.map((each) => [each.key, each])).values()) {
    const kept = ModelAdvice.safeParse(await cache.get(question.key))
    if (kept.success) answers.set(question.key, kept.data)
    else missing.push(question)
  }
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH)
    const found = await asked(ask, batch)
    // A model that fails once is not asked again for this scan.
    if (found === null) break
    for (const [index, advice] of found) {
      const key = batch[index]?.key
      if (key === undefined) continue
      answers.set(key, advice)
      await cache.put(key, advice)
    }
  }
  return answers
}

async function asked(
  ask: AskModel,
  batch: readonly Question[],
): Promise<ReadonlyMap<number, ModelAdvice> | null> {
  try {
    return readAdvice(
      await ask(adviceMessages(batch.map(({ facts }) => facts)), ADVICE_SCHEMA),
      batch.length,
    )
  } catch {
    return null
  }
}

function combine(
  input: AdviceInput,
  rules: Advice | undefined,
  model: ModelAdvice | undefined,
): Advice {
  if (rules === undefined) throw new Error('the rules advise on every input')
  if (model === undefined) return rules
  const { triage_score: known } = rules
  return {
    triage_score: Math.min(
      100,
      Math.max(0, known - SWING, Math.min(known + SWING, model.triage_score)),
    ),
    remediation: fill(model.remediation, input),
    narrative: fill(model.narrative, input),
    source: 'model',
  }
}
