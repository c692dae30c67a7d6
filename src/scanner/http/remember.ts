const MOST_KEPT = 200

/** The same answers, each worked out once: pages of a site repeat headers, hosts and links. */
export function remember<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const made = read(text)
    kept.set(text, made)
    return made
  }
}
