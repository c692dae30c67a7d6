import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** `floor` is what the same machine does at best, or the budget; `ratio` = value / floor. */
export type Measured = Readonly<{
  name: string
  value: number
  floor: number | null
  unit: string
  /** Only what an issue fixes is judged; everything else is recorded. */
  limit?: Readonly<{ kind: 'least' | 'most'; of: 'value' | 'ratio'; than: number }>
}>
export type Line = Readonly<{
  name: string
  value: number
  floor: number | null
  ratio: number | null
  unit: string
  at: string
  node: string
}>
export type Bench = Readonly<{ run(): Promise<readonly Measured[]> }>

const round = (value: number): number => Number(value.toPrecision(4))

const ratioOf = ({ value, floor }: Measured): number | null =>
  floor === null ? null : value / floor

export const toLine = (measured: Measured, at: Date): Line => {
  const { name, value, floor, unit } = measured
  const ratio = ratioOf(measured)
  return {
    name,
    value: round(value),
    floor: floor === null ? null : round(floor),
    ratio: ratio === null ? null : round(ratio),
    unit,
    at: at.toISOString(),
    node: process.version,
  }
}

/** False when a limit is there and not kept. */
export function isKept(measured: Measured): boolean {
  const { limit } = measured
  if (limit === undefined) return true
  const figure = limit.of === 'value' ? measured.value : (ratioOf(measured) ?? Number.NaN)
  return limit.kind === 'least' ? figure >= limit.than : figure <= limit.than
}

const RESULTS = join(dirname(import.meta.dirname), 'results')

/** One file per bench, one line per figure; older lines stay. */
export async function keep(bench: string, lines: readonly Line[]): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await appendFile(join(RESULTS, `${bench}.jsonl`), text)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2
}
