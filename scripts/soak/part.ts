/** Names and numbers; what a run is judged by stands in `wrong`, a sentence per complaint. */
export type Part = Readonly<{
  figures: Readonly<Record<string, number>>
  wrong: readonly string[]
}>
/** The numbers of the command line, by option. */
export type Sizes = Readonly<Record<keyof typeof SIZES, number>>

/** What `npm run soak` does by default: issue 4, "What it must show". */
export const SIZES = {
  scans: 5000,
  accounts: 200,
  jobs: 10,
  kills: 3,
  'kill-every': 5,
  minutes: 60,
  requests: 20_000,
  faults: 200,
  'hostile-seconds': 20,
  schedules: 100_000,
  seed: 1,
} as const

export type SoakPart = (sizes: Sizes) => Promise<Part>
