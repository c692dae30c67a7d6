/** What was made for a key, while it is kept; made anew otherwise. */
export type Memory<T> = (key: string, make: () => T) => T

/** Pages of a site repeat headers, hosts and links: what these tell is worked out once. */
export function makeMemory<T>(most: number): Memory<T> {
  const kept = new Map<string, T>()
  return (key, make) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= most) kept.clear()
    const made = make()
    kept.set(key, made)
    return made
  }
}

const MOST_TEXTS = 200

/** The same function of a text, each of the last MOST_TEXTS texts read once. */
export function remember<T>(read: (text: string) => T): (text: string) => T {
  const recall = makeMemory<T>(MOST_TEXTS)
  return (text) => recall(text, () => read(text))
}
