/** Where needles stand in a text; at most `most` places of each, and none that was not asked for. */
export type Finder = (text: string, most: number) => ReadonlyMap<string, readonly number[]>

const BUCKETS = 0x8000
const GRAM = 3
/** Characters that text and code are made of: a piece with few of them is looked at rarely. */
const COMMON = /[a-z0-9 .,="'()-]/g

type Entry = Readonly<{ needle: string; end: number }>

/**
 * Looks for many texts of three characters and more in one pass over a body, in time that does not
 * grow with their number: the last three characters, as a number, say which needles may end here.
 */
export function makeFinder(needles: readonly string[]): Finder {
  const slots = new Uint16Array(BUCKETS)
  const buckets: Entry[][] = [[]]
  for (const needle of new Set(needles)) {
    const start = rarestGram(needle)
    const hash = hashOf(needle.slice(start, start + GRAM))
    const slot = slots[hash] || buckets.push([]) - 1
    slots[hash] = slot
    buckets[slot]?.push({ needle, end: start + GRAM - 1 })
  }
  return (text, most) => {
    const found = new Map<string, number[]>()
    let hash = 0
    for (let at = 0; at < text.length; at += 1) {
      hash = next(hash, text.charCodeAt(at))
      const slot = slots[hash] ?? 0
      if (slot === 0) continue
      for (const { needle, end } of buckets[slot] ?? []) {
        if (text.startsWith(needle, at - end)) note(found, needle, at - end, most)
      }
    }
    return found
  }
}

/** Five bits per step: after three steps nothing of an older character is left. */
const next = (hash: number, code: number): number => ((hash << 5) ^ code) & (BUCKETS - 1)

function hashOf(gram: string): number {
  let hash = 0
  for (let at = 0; at < gram.length; at += 1) hash = next(hash, gram.charCodeAt(at))
  return hash
}

function rarestGram(needle: string): number {
  let [best, least] = [0, GRAM + 1]
  for (let at = 0; at + GRAM <= needle.length; at += 1) {
    const common = GRAM - needle.slice(at, at + GRAM).replaceAll(COMMON, '').length
    if (common < least) [best, least] = [at, common]
  }
  return best
}

function note(found: Map<string, number[]>, needle: string, at: number, most: number): void {
  if (at < 0) return
  const places = found.get(needle)
  if (places === undefined) found.set(needle, [at])
  else if (places.length < most) places.push(at)
}
