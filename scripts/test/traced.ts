import { parseProof, type Row } from '../../test/spec/row.ts'
import type { PassedTitles } from './results.ts'

/** What vitest fills into the title of a table test: `%s`, `%#`, `$field.path`. */
const PLACEHOLDER = /%[sdifjoOc#$%]|\$[\w.]+/g

/** Proofs that no passed test of the run answers to, a line each. What a later issue builds waits. */
export function untraced(rows: readonly Row[], passed: PassedTitles): readonly string[] {
  return rows.flatMap(([source, what, ...proofs]) =>
    proofs.flatMap((proof) => {
      const parsed = parseProof(proof)
      if (parsed.kind !== 'test') return []
      return hasRun(passed.get(parsed.file), parsed.title) ? [] : [`${source} ${what} (${proof})`]
    }),
  )
}

function hasRun(titles: ReadonlySet<string> | undefined, wanted: string): boolean {
  if (titles === undefined) return false
  if (titles.has(wanted)) return true
  const pattern = patternOf(wanted)
  return pattern !== null && titles.values().some((title) => pattern.test(title))
}

function patternOf(template: string): RegExp | null {
  const parts = template.split(PLACEHOLDER)
  return parts.length === 1 ? null : new RegExp(`^${parts.map(escaped).join('.*')}$`, 's')
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
