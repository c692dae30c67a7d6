type Issue = 3 | 4 | 5 | 6
/** `worker/read-list › paging`: that title in test/worker/read-list.test.ts. */
type Proof = `${string} › ${string}` | `issue ${Issue}` | `no demand: ${string}`

/**
 * Where it is said (`L31` or `L23-34`: lines of the API document; `#15`: row of the decisions;
 * `§5`: table), what is asked for, and what proves it or which issue builds it.
 */
export type Row = readonly [source: string, what: string, ...proofs: readonly Proof[]]

export type Parsed =
  | Readonly<{ kind: 'test'; file: string; title: string }>
  | Readonly<{ kind: 'later'; issue: number }>
  | Readonly<{ kind: 'none'; why: string }>

export function parseProof(proof: string): Parsed {
  const [, issue] = /^issue (\d+)$/.exec(proof) ?? []
  if (issue !== undefined) return { kind: 'later', issue: Number(issue) }
  const [, why] = /^no demand: (.+)$/.exec(proof) ?? []
  if (why !== undefined) return { kind: 'none', why }
  const [, file, title] = /^([\w./-]+) › (.+)$/.exec(proof) ?? []
  if (file === undefined || title === undefined) throw new Error(`not a proof: ${proof}`)
  return { kind: 'test', file: `test/${file}.test.ts`, title }
}

/** First and last line that a row speaks of, or null when it is not about the API document. */
export function linesOf(source: string): readonly [number, number] | null {
  const [, first, last] = /^L(\d+)(?:-(\d+))?$/.exec(source) ?? []
  return first === undefined ? null : [Number(first), Number(last ?? first)]
}
