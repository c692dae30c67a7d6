import { z } from 'zod'

import type { Client } from '../client.ts'
import type { Command, Context } from '../command.ts'
import { connect, SERVER_OPTIONS } from '../connect.ts'
import { EXIT, usageError, type ExitCode } from '../exit.ts'
import type { OptionSpec, Parsed } from '../options.ts'
import { clean, safeJson } from '../render/text.ts'
import { integer, targetUrl } from '../values.ts'
import { LIMITS } from '../../src/limits.ts'
import { AUTH_NAMES, type Environment } from './auth-options.ts'
import { SCAN_OPTIONS, startBody } from './scan-options.ts'

const ACTIONS = ['list', 'add', 'toggle', 'remove'] as const
type Action = (typeof ACTIONS)[number]
const PATH = '/api/scheduled-scans'

/** Options of `palisade scan` that say what is scanned, and how. */
const START_OPTIONS: readonly string[] = [
  'type',
  'profile',
  'speed',
  'delay-ms',
  'target-ip',
  'max-duration-s',
  'max-requests',
  'max-pages',
  'max-depth',
  'notes',
  'header',
  ...AUTH_NAMES,
  'exclude',
  'opt-in',
  'tag',
  'scan-authorized',
]
const OPTIONS: readonly OptionSpec[] = [
  ...SERVER_OPTIONS,
  { name: 'interval-hours', value: 'N', help: 'hours between runs, 1-8760; with add' },
  { name: 'notify-email', value: 'ADDRESS', help: 'mail each result there' },
  { name: 'webhook-url', value: 'URL', help: 'post each result there' },
  ...SCAN_OPTIONS.filter(({ name }) => START_OPTIONS.includes(name)),
  { name: 'json', value: null, help: 'print the answer as one JSON document' },
]

const Schedule = z.object({
  id: z.string(),
  target_url: z.string(),
  scan_type: z.string(),
  interval_hours: z.number(),
  enabled: z.boolean(),
  next_run_at: z.string().nullable(),
  last_status: z.string().nullable(),
})
type Schedule = z.infer<typeof Schedule>
const ScheduleList = z.object({ items: z.array(Schedule) })
const Removed = z.object({ id: z.string(), deleted: z.literal(true) })

type Shown = Readonly<{ raw: unknown; lines: readonly string[] }>

function lineOf(schedule: Schedule): string {
  const { id, target_url, scan_type, interval_hours, next_run_at, last_status } = schedule
  const next = next_run_at === null ? 'off' : `next ${next_run_at}`
  const last = last_status === null ? '' : ` · last ${last_status}`
  const rhythm = `${scan_type} every ${interval_hours} h`
  return `${clean(id)}  ${clean(target_url)}  ${clean(`${rhythm} · ${next}${last}`)}`
}

function addBody(url: string, parsed: Parsed, env: Environment) {
  const hours = parsed.one('interval-hours')
  if (hours === null) throw usageError('Missing --interval-hours: hours between runs.')
  const [mail, hook] = [parsed.one('notify-email'), parsed.one('webhook-url')]
  return {
    ...startBody(targetUrl(url), parsed, env),
    interval_hours: integer(1, LIMITS.intervalMaxHours)(hours, 'interval-hours'),
    ...(mail !== null && { notify_email: mail }),
    ...(hook !== null && { webhook_url: hook }),
  }
}

/** What an action asks of the server; wrong words are refused before it is connected to. */
function prepare(
  action: Action,
  operand: string | undefined,
  parsed: Parsed,
  env: Environment,
): (client: Client) => Promise<Shown> {
  if (action === 'list') {
    if (operand !== undefined) throw usageError('palisade schedules list takes options only.')
    return async (client) => {
      const { raw, value } = await client.call(PATH, ScheduleList)
      const lines = value.items.map(lineOf)
      return { raw, lines: lines.length === 0 ? ['There are no schedules.'] : lines }
    }
  }
  if (operand === undefined) {
    const missing = action === 'add' ? '<url>' : '<id>'
    throw usageError(`Missing ${missing}: palisade schedules ${action} ${missing}.`)
  }
  const path = `${PATH}/${encodeURIComponent(operand)}`
  const shown = ({ raw, value }: { raw: unknown; value: Schedule }): Shown => ({
    raw,
    lines: [lineOf(value)],
  })
  if (action === 'add') {
    const body = addBody(operand, parsed, env)
    return async (client) => shown(await client.call(PATH, Schedule, { method: 'POST', body }))
  }
  if (action === 'toggle') {
    return async (client) => shown(await client.call(`${path}/toggle`, Schedule, { method: 'PUT' }))
  }
  return async (client) => {
    const { raw, value } = await client.call(path, Removed, { method: 'DELETE' })
    return { raw, lines: [`${clean(value.id)}  removed; its scans are kept`] }
  }
}

async function run(context: Context, parsed: Parsed): Promise<ExitCode> {
  const [word = '', operand] = parsed.positionals
  const action = ACTIONS.find((action) => action === word)
  if (action === undefined) {
    throw usageError(`palisade schedules takes one of ${ACTIONS.join(', ')}.`)
  }
  const ask = prepare(action, operand, parsed, context.env)
  const session = await connect(context, parsed)
  try {
    const { raw, lines } = await ask(session.client)
    context.terminal.out(`${parsed.has('json') ? safeJson(raw) : lines.join('\n')}\n`)
    return EXIT.passed
  } finally {
    await session.close()
  }
}

export const schedulesCommand: Command = {
  name: 'schedules',
  operands: [`<${ACTIONS.join('|')}>`, '[url|id]'],
  summary: 'list, add, switch and remove scans that repeat',
  options: OPTIONS,
  examples: [
    'palisade schedules list',
    'palisade schedules add https://shop.example --interval-hours 24 --scan-authorized',
    'palisade schedules toggle 7a1f0c52-93d4-4b6e-8a17-52c9e0b4d310',
  ],
  notes: [
    'A schedule runs on a server that stays up: name one by --server, or start "palisade serve".',
    'Exit codes: 0 done · 2 wrong usage · 4 the server refused (its code is printed).',
  ],
  run,
}
