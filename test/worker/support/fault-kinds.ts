/** What may go wrong with a message or the machine, and how often, of a hundred. */
export const FAULTS = {
  lost: 8,
  repeated: 12,
  late: 20,
  /** What waits in the queues comes the other way round. */
  reordered: 10,
  killed: 4,
  /** The consumer dies before it hands in, and its message with it. */
  cut: 4,
  /** What it handed in was taken, but it never hears so and gives the message back. */
  unheard: 6,
  unsent: 3,
  /** The clock leaps over every lease while units work. */
  leapt: 4,
  /** The report cannot be written. */
  unwritten: 30,
} as const
export type Fault = keyof typeof FAULTS
export type Counts = Readonly<Record<Fault, number>>

// The keys of a literal object are its names.
export const FAULT_NAMES = Object.keys(FAULTS) as readonly Fault[]
export const noFaults = (): Record<Fault, number> =>
  // Every name of the table is a key.
  Object.fromEntries(FAULT_NAMES.map((name) => [name, 0])) as Record<Fault, number>

/** mulberry32: the same seed, the same faults. */
export function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
