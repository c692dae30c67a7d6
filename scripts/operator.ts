import { dirname } from 'node:path'

import { z } from 'zod'

import { execute, type Place, type Row } from './operator/database.ts'
import { HELP, limitsOf, parseLine, UsageError, type Options } from './operator/options.ts'
import { changeAccount, createAccount, createKey, findAccounts } from './operator/statements.ts'

type World = Readonly<{ options: Options; named: string | null; run(sql: string): readonly Row[] }>
type Action = (world: World) => void

/** What an action has made, as JSON: scripts read it, and the key is in it this once. */
const print = (value: unknown) => console.log(JSON.stringify(value, null, 2))

/** The id of the one account that an id or e-mail address names. */
function accountIdOf({ named, run }: World): string {
  if (named === null) throw new UsageError('Name the account by its id or e-mail address.')
  const rows = run(findAccounts(named))
  if (rows.length === 1) return z.object({ id: z.string() }).parse(rows[0]).id
  throw new UsageError(
    rows.length === 0 ? `There is no account ${named}.` : 'Several accounts have it: use the id.',
  )
}

const ACTIONS: Readonly<Record<string, Action>> = {
  'account create': ({ options, run }) => {
    const { email, plan, name = '', confirmed: isConfirmed } = options
    if (email === undefined || plan === undefined) throw new UsageError('Give --email and --plan.')
    const account = { email, plan, name, isConfirmed, limits: limitsOf(options) ?? null }
    const { sql, ...made } = createAccount(account, Date.now())
    run(sql)
    print({ account_id: made.accountId, key_id: made.keyId, key: made.key })
  },
  'account set': (world) => {
    const { plan, review } = world.options
    const limits = limitsOf(world.options)
    const change = {
      ...(plan !== undefined && { plan }),
      ...(limits !== undefined && { limits }),
      ...(review !== undefined && { underReview: review === 'on' }),
    }
    if (Object.keys(change).length === 0) throw new UsageError('Say what to set; see --help.')
    const accountId = accountIdOf(world)
    world.run(changeAccount(accountId, change, Date.now()))
    print(world.run(findAccounts(accountId)))
  },
  'account list': ({ named, run }) => print(run(findAccounts(named))),
  'key create': (world) => {
    const accountId = accountIdOf(world)
    const { sql, ...made } = createKey(accountId, world.options.name ?? 'operator', Date.now())
    world.run(sql)
    print({ account_id: accountId, key_id: made.keyId, key: made.key })
  },
}

function operate(args: readonly string[]): void {
  const { words, options } = parseLine(args)
  const [thing = '', verb = '', named = null, ...more] = words
  if (options.help || words.length === 0) return console.log(HELP)
  const action = ACTIONS[`${thing} ${verb}`]
  if (!action || more.length > 0) throw new UsageError('Unknown command. See --help.')
  const place: Place = {
    root: dirname(import.meta.dirname),
    isRemote: options.remote,
    persistTo: options['persist-to'] ?? null,
  }
  action({ options, named, run: (sql) => execute(place, sql) })
}

try {
  operate(process.argv.slice(2))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(`operator: ${message}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
