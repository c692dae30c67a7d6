import { z } from 'zod'

import type { DiffFacts, Facts } from './facts.ts'

/** Raise it when the wording below changes: kept answers of older prompts are then not read. */
export const PROMPT_VERSION = 1

const ADVISE = `You advise software engineers on weaknesses that a scanner has proved on their web site.
For each item of the JSON array you are given, return one object with the same "index":
- "triage_score": integer from 0 to 100, how soon an attacker will make use of it.
- "remediation": two to four sentences that say what to change, first the cause, then a second line of defence.
- "narrative": three to six sentences in the voice of a penetration test report: what was found, what an attacker does with it, what it costs the owner.
Write plain English without markup, links or code blocks. Write {place} for the address and {parameter} for the parameter; you do not know them and must not invent them. State nothing that the item does not say.`

export type Message = Readonly<{ role: 'system' | 'user'; content: string }>

export const adviceMessages = (facts: readonly Facts[]): readonly Message[] => [
  { role: 'system', content: ADVISE },
  {
    role: 'user',
    content: JSON.stringify(facts.map((each, index) => ({ index, ...each }))),
  },
]

const TEXT = {
  remediation: { min: 20, max: 1200 },
  narrative: { min: 20, max: 2400 },
  summary: { min: 20, max: 600 },
}
/** Nothing that a page, a terminal or a spreadsheet would take for more than words. */
const PLAIN = /^[^<>\p{Cc}\p{Cs}]+$/u
const LINK = /https?:|www\.|\]\(/i
const PLACEHOLDER = /\{\w{0,40}\}/g

/** A model's text, held to what was asked for; anything else counts as no answer. */
const Words = ({ min, max }: Readonly<{ min: number; max: number }>) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(PLAIN)
    .refine((text) => !LINK.test(text))
    .refine((text) =>
      (text.match(PLACEHOLDER) ?? []).every((name) => /^\{(?:place|parameter)\}$/.test(name)),
    )

export const ModelAdvice = z.object({
  triage_score: z.int().min(0).max(100),
  remediation: Words(TEXT.remediation),
  narrative: Words(TEXT.narrative),
})
export type ModelAdvice = z.infer<typeof ModelAdvice>

/** The outer shape alone: one bad item must not cost the others. */
const Answer = z.object({ items: z.array(z.looseObject({ index: z.int().min(0) })).max(100) })

/** JSON Schema of the answer, for models that keep to one (Workers AI, JSON mode). */
export const ADVICE_SCHEMA = z.toJSONSchema(
  z.object({
    items: z.array(
      z.object({
        index: z.int(),
        triage_score: z.int(),
        remediation: z.string(),
        narrative: z.string(),
      }),
    ),
  }),
)

/** Valid items by index; a broken answer is an empty map. */
export function readAdvice(answer: unknown, count: number): ReadonlyMap<number, ModelAdvice> {
  const outer = Answer.safeParse(objectOf(answer))
  const found = new Map<number, ModelAdvice>()
  for (const { index, ...item } of outer.data?.items ?? []) {
    const advice = ModelAdvice.safeParse(item)
    if (advice.success && index < count && !found.has(index)) found.set(index, advice.data)
  }
  return found
}

const DESCRIBE = `You tell software engineers what changed between two security scans.
You are given counts of findings by severity and title: "added", "fixed" and "unchanged"; "same_target" says whether both scans are of one site.
Return "summary": one or two plain English sentences, the most severe change first, with the numbers you are given and no others. No markup, no links.`

export const diffMessages = (facts: DiffFacts): readonly Message[] => [
  { role: 'system', content: DESCRIBE },
  { role: 'user', content: JSON.stringify(facts) },
]

export const ModelDiff = z.object({ summary: Words(TEXT.summary) })
export type ModelDiff = z.infer<typeof ModelDiff>
export const DIFF_SCHEMA = z.toJSONSchema(z.object({ summary: z.string() }))

export function readDiff(answer: unknown): ModelDiff | null {
  return ModelDiff.safeParse(objectOf(answer)).data ?? null
}

/** JSON mode may answer with an object or with its text. */
function objectOf(answer: unknown): unknown {
  if (typeof answer !== 'string') return answer
  try {
    return JSON.parse(answer)
  } catch {
    return null
  }
}
