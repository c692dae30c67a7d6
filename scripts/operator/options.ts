import { parseArgs } from 'node:util'

import { z } from 'zod'

import type { AccountLimits } from '../../src/accounts/account.ts'
import { LIMIT_NAMES, PLANS } from '../../src/accounts/account.ts'

export const HELP = `Makes and changes accounts in the D1 database of a deployed service, or of "npm run dev".

  npm run operator -- account create --email a@b.org --plan gold [--name N] [--limit name=value]… [--confirmed]
  npm run operator -- account set <id|email> [--plan P] [--review on|off] [--limit name=value]… [--no-limits]
  npm run operator -- account list [<id|email>]
  npm run operator -- key create <id|email> [--name N]

  --remote       the deployed database ("wrangler login" or CLOUDFLARE_API_TOKEN); default: the local one
  --persist-to D where the local database lies, when not in wrangler's own place
  --plan         ${PLANS.join(', ')}
  --limit        ${LIMIT_NAMES.join(', ')}:
                 a number, or null for none; they replace all limits set before
  --confirmed    records that the account may scan what it starts scans of
  --review on    every start is refused with ticket_required

A key is printed once and kept nowhere. Changes reach running isolates within a minute.`

/** Wrong usage: one line that says what and how to mend it. */
export class UsageError extends Error {}

const Options = z.object({
  email: z.email().max(320).optional(),
  name: z.string().max(100).optional(),
  plan: z.enum(PLANS).optional(),
  review: z.enum(['on', 'off']).optional(),
  limit: z.array(z.string()).optional(),
  'no-limits': z.boolean().default(false),
  confirmed: z.boolean().default(false),
  remote: z.boolean().default(false),
  'persist-to': z.string().optional(),
  help: z.boolean().default(false),
})
export type Options = z.infer<typeof Options>
export type Line = Readonly<{ words: readonly string[]; options: Options }>

export function parseLine(args: readonly string[]): Line {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        plan: { type: 'string' },
        review: { type: 'string' },
        limit: { type: 'string', multiple: true },
        'no-limits': { type: 'boolean' },
        confirmed: { type: 'boolean' },
        remote: { type: 'boolean' },
        'persist-to': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    return { words: positionals, options: Options.parse(values) }
  } catch (error) {
    if (error instanceof z.ZodError) {
      const [issue] = error.issues
      throw new UsageError(`--${issue?.path.join('.')}: ${issue?.message}`)
    }
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** `name=value` pairs as overrides of the plan's limits; undefined: nothing was said. */
export function limitsOf({
  limit,
  'no-limits': isNone,
}: Options): Partial<AccountLimits> | null | undefined {
  if (isNone) return null
  if (limit === undefined) return undefined
  const pairs = limit.map((text): [string, number | null] => {
    const [, name = '', value = ''] = /^(\w+)=(null|\d{1,9})$/.exec(text) ?? []
    const known = LIMIT_NAMES.find((each) => each === name)
    if (!known) throw new UsageError(`--limit ${text}: give name=number or name=null; see --help.`)
    return [known, value === 'null' ? null : Number(value)]
  })
  return Object.fromEntries(pairs)
}
