import type { StartBody } from '../client.ts'
import { SERVER_OPTIONS } from '../connect.ts'
import { usageError } from '../exit.ts'
import { FORMAT_NAMES, FORMAT_OPTION, formatsOf, type Format } from '../formats.ts'
import { AUTH_OPTIONS, authConfig, type Environment } from './auth-options.ts'
import type { OptionSpec, Parsed } from '../options.ts'
import { headers, integer, oneOf, positive, targetUrl, text, type ReadValue } from '../values.ts'
import { LIMITS } from '../../src/limits.ts'
import { PROFILES, SCAN_TYPES } from '../../src/report/report.ts'
import { CONFIDENCES, SEVERITIES } from '../../src/report/severity.ts'

export const SPEEDS = ['normal', 'cautious', 'stealth'] as const
export const FAIL_ON = [...SEVERITIES, 'never'] as const
const FAIL_ON_DEFAULT = 'high'

/** An option that is one field of the start body (tables.md §3). */
type FieldOption = OptionSpec & Readonly<{ field: string; read: ReadValue<unknown> }>

const choices = (words: readonly string[]) => words.join('|')

const FIELDS: readonly FieldOption[] = [
  {
    name: 'type',
    value: choices(SCAN_TYPES),
    help: 'what to look at (default: vuln)',
    field: 'scan_type',
    read: oneOf(SCAN_TYPES),
  },
  {
    name: 'profile',
    value: choices(PROFILES),
    help: 'how thorough (default: standard)',
    field: 'profile',
    read: oneOf(PROFILES),
  },
  {
    name: 'speed',
    value: choices(SPEEDS),
    help: 'how gentle (default: normal)',
    field: 'scan_speed',
    read: oneOf(SPEEDS),
  },
  {
    name: 'delay-ms',
    value: 'N',
    help: `milliseconds between requests, 0-${LIMITS.requestDelayMaxMs}`,
    field: 'request_delay_ms',
    read: integer(0, LIMITS.requestDelayMaxMs),
  },
  {
    name: 'target-ip',
    value: 'IP',
    help: 'connect to this public address instead of the resolved one',
    field: 'target_ip',
    read: text,
  },
  {
    name: 'max-duration-s',
    value: 'N',
    help: 'lower the time budget',
    field: 'max_duration_s',
    read: positive,
  },
  {
    name: 'max-requests',
    value: 'N',
    help: 'lower the budget of requests',
    field: 'max_requests',
    read: positive,
  },
  {
    name: 'max-pages',
    value: 'N',
    help: 'lower the budget of pages',
    field: 'max_pages',
    read: positive,
  },
  {
    name: 'max-depth',
    value: 'N',
    help: 'follow fewer links in a row',
    field: 'max_depth',
    read: positive,
  },
  { name: 'notes', value: 'TEXT', help: 'kept with the scan', field: 'notes', read: text },
]

/** Repeatable options that become an array. */
const LISTS = { exclude: 'excluded_paths', tag: 'tags', 'opt-in': 'opt_in' } as const

export const SCAN_OPTIONS: readonly OptionSpec[] = [
  ...SERVER_OPTIONS,
  ...FIELDS,
  {
    name: 'header',
    value: "'Name: value'",
    multiple: true,
    help: 'sent with every request; repeatable',
  },
  ...AUTH_OPTIONS,
  { name: 'exclude', value: '/path', multiple: true, help: 'never request below; repeatable' },
  { name: 'opt-in', value: 'CHECK', multiple: true, help: 'run a check that is off by default' },
  { name: 'openapi', value: 'FILE|URL', help: 'test the API that this OpenAPI document describes' },
  { name: 'tag', value: 'T', multiple: true, help: 'label of the scan; repeatable' },
  { name: 'scan-authorized', value: null, help: 'I confirm that I may scan this target' },
  {
    name: 'fail-on',
    value: choices(FAIL_ON),
    help: `exit 1 for findings from this severity on (default: ${FAIL_ON_DEFAULT})`,
  },
  { name: 'new-only', value: null, help: 'count only findings that the previous scan had not' },
  {
    name: 'min-confidence',
    value: choices(CONFIDENCES),
    help: 'count findings from this confidence on (default: likely)',
  },
  { name: 'timeout', value: 'S', help: 'abort the scan after so many seconds; exit 3' },
  FORMAT_OPTION,
  { name: 'out', value: 'DIR', help: 'write the formats there: report.sarif, report.pdf, …' },
  { name: 'json', value: null, help: 'print the Scan object as one JSON document' },
  { name: 'quiet', short: 'q', value: null, help: 'show no progress' },
]

export type GateChoice = Readonly<{
  /** Null: findings never fail the command. */
  query: Readonly<Record<string, string>> | null
}>

export type ScanArguments = Readonly<{
  target: string
  body: StartBody
  /** File or URL of an API description. */
  openapi: string | null
  gate: GateChoice
  timeoutS: number | null
  json: boolean
  quiet: boolean
  files: WantedFiles | null
}>

/** What is written of the scan once it has ended. */
export type WantedFiles = Readonly<{ folder: string; formats: readonly Format[] }>

function fieldsOf(parsed: Parsed): StartBody {
  const fields = FIELDS.flatMap(({ name, field, read }) => {
    const value = parsed.one(name)
    return value === null ? [] : [[field, read(value, name)] as const]
  })
  const lists = Object.entries(LISTS).flatMap(([name, field]) => {
    const values = parsed.all(name)
    return values.length === 0 ? [] : [[field, values] as const]
  })
  return Object.fromEntries([...fields, ...lists])
}

/** What the gate is asked; shared with `palisade gate`. */
export function gateChoice(parsed: Parsed): GateChoice {
  const failOn = oneOf(FAIL_ON)(parsed.one('fail-on') ?? FAIL_ON_DEFAULT, 'fail-on')
  const confidence = parsed.one('min-confidence')
  const minConfidence = confidence && oneOf(CONFIDENCES)(confidence, 'min-confidence')
  if (failOn === 'never') return { query: null }
  return {
    query: {
      fail_on: failOn,
      ...(minConfidence && { min_confidence: minConfidence }),
      ...(parsed.has('new-only') && { new_only: 'true' }),
    },
  }
}

/** Who asks: cookies, a token, a login, headers; shared with `palisade retest`. */
export function credentials(parsed: Parsed, env: Environment): StartBody {
  const given = headers(parsed.all('header'))
  return {
    ...authConfig(parsed, env),
    ...(Object.keys(given).length > 0 && { custom_headers: given }),
  }
}

/** The start body of a target; shared with `palisade schedules`. */
export function startBody(target: string, parsed: Parsed, env: Environment): StartBody {
  return {
    target_url: target,
    ...fieldsOf(parsed),
    ...credentials(parsed, env),
    ...(parsed.has('scan-authorized') && { scan_authorized: true }),
  }
}

function openapiOf(parsed: Parsed): string | null {
  const type = parsed.one('type')
  const given = parsed.one('openapi')
  if (given !== null && type !== null && type !== 'api') {
    throw usageError('--openapi makes an api scan: leave --type out, or give --type api.')
  }
  return given
}

/** Reads the words of `palisade scan`; everything that can be seen to be wrong here is. */
export function scanArguments(parsed: Parsed, env: Environment): ScanArguments {
  const target = targetUrl(parsed.positionals[0] ?? '')
  const timeout = parsed.one('timeout')
  return {
    target,
    body: startBody(target, parsed, env),
    openapi: openapiOf(parsed),
    gate: gateChoice(parsed),
    timeoutS: timeout === null ? null : positive(timeout, 'timeout'),
    json: parsed.has('json'),
    quiet: parsed.has('quiet'),
    files: wantedFiles(parsed),
  }
}

function wantedFiles(parsed: Parsed): WantedFiles | null {
  const folder = parsed.one('out')
  const formats = formatsOf(parsed.all('format'))
  if (folder === null && formats.length === 0) return null
  if (folder === null) throw usageError('--format needs --out DIR.')
  if (formats.length === 0) throw usageError(`--out needs --format: of ${FORMAT_NAMES}.`)
  return { folder, formats }
}
