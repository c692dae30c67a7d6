import { mergeTech } from './detect.ts'
import { TECHNOLOGIES } from './table.ts'
import type { Technology } from './technology.ts'

const BY_NAME: ReadonlyMap<string, Technology> = new Map(
  TECHNOLOGIES.map((technology) => [technology.name, technology]),
)

/** What several answers show together, and all that this implies; sorted, each once. */
export function techStack(lists: readonly (readonly string[])[]): string[] {
  const shown = mergeTech(lists)
  return mergeTech([shown, shown.flatMap((name) => impliedBy(technologyOf(name)))])
}

/** Names end in a version where it is known; some hold digits of their own. */
const technologyOf = (name: string): Technology | undefined =>
  BY_NAME.get(name) ?? BY_NAME.get(name.slice(0, name.lastIndexOf(' ')))

/** All that follows, however far; the table has no cycle. */
const impliedBy = (technology: Technology | undefined): readonly string[] =>
  (technology?.implies ?? []).flatMap((name) => [name, ...impliedBy(BY_NAME.get(name))])
