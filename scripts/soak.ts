import { parseArgs } from 'node:util'
import { soakAccounts } from './soak/accounts.ts'
import { soakCrawl } from './soak/crawl.ts'
import { soakHostile } from './soak/hostile.ts'
import { SIZES, type Sizes, type SoakPart } from './soak/part.ts'
import { soakRequests } from './soak/requests.ts'
import { soakScans } from './soak/scans.ts'
import { soakFaults, soakSchedules } from './soak/worker-tests.ts'

const MOST_COMPLAINTS = 50
const PARTS: Readonly<Record<string, SoakPart>> = {
  scans: soakScans,
  accounts: soakAccounts,
  requests: soakRequests,
  faults: soakFaults,
  hostile: soakHostile,
  crawl: soakCrawl,
  schedules: soakSchedules,
}

const HELP = `The long versions of the tests. Each part prints its figures as one line of JSON; exits 1 when one is wrong.

  npm run soak -- [--only <part>,…] [--<size> <number>]…

  parts  ${Object.keys(PARTS).join(', ')}
  sizes  ${Object.entries(SIZES)
    .map(([name, value]) => `--${name} ${value}`)
    .join('  ')}`

const { values } = parseArgs({
  options: {
    ...Object.fromEntries(Object.keys(SIZES).map((name) => [name, { type: 'string' as const }])),
    only: { type: 'string', default: Object.keys(PARTS).join(',') },
    help: { type: 'boolean', default: false },
  },
})

/** Null when an option is no whole number. */
function sizesOf(given: Readonly<Record<string, unknown>>): Sizes | null {
  const sizes = {
    ...SIZES,
    ...Object.fromEntries(
      Object.keys(SIZES).flatMap((name) => {
        const value = given[name]
        return value === undefined ? [] : [[name, Number(value)]]
      }),
    ),
  }
  return Object.values(sizes).every((size) => Number.isInteger(size) && size >= 0) ? sizes : null
}

async function soak(names: readonly string[], sizes: Sizes): Promise<boolean> {
  let isRight = true
  for (const name of names) {
    const part = PARTS[name]
    if (part === undefined) continue
    const { figures, wrong } = await part(sizes)
    console.log(JSON.stringify({ part: name, ...figures, wrong: wrong.length }))
    for (const line of wrong.slice(0, MOST_COMPLAINTS)) console.log(`wrong: ${line}`)
    if (wrong.length > 0) isRight = false
  }
  return isRight
}

// An instance runs in a process group of its own; it is ended when this process exits, not when it dies.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code))
}

const names = values.only.split(',')
const sizes = sizesOf(values)
if (values.help) console.log(HELP)
else if (sizes === null || names.some((name) => PARTS[name] === undefined)) {
  console.error(HELP)
  process.exitCode = 2
} else process.exitCode = (await soak(names, sizes)) ? 0 : 1
