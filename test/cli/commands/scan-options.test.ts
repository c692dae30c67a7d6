import { describe, expect, it } from 'vitest'

import { SCAN_OPTIONS, scanArguments, SPEEDS } from '../../../cli/commands/scan-options.ts'
import { isCliError } from '../../../cli/exit.ts'
import { parseOptions } from '../../../cli/options.ts'
import { SPEEDS as ENGINE_SPEEDS } from '../../../src/scanner/engine/options.ts'

const ENV = { APP_PASSWORD: 's3cret', APP_TOTP: 'GEZDGNBV', EMPTY: '' }
const read = (...argv: string[]) => scanArguments(parseOptions('scan', SCAN_OPTIONS, argv), ENV)
const LOGIN = ['--login-url', 'http://127.0.0.1:3000/login', '--username', 'anna']
const DONE = ['--success-url', '/home']
const TARGET = 'http://127.0.0.1:3000/'

describe('palisade scan: what is sent', () => {
  it('sends nothing but the target by default, and gates at high', () => {
    const { body, gate, timeoutS, json, quiet } = read(TARGET)
    expect(body).toEqual({ target_url: TARGET })
    expect(gate.query).toEqual({ fail_on: 'high' })
    expect({ timeoutS, json, quiet }).toEqual({ timeoutS: null, json: false, quiet: false })
  })

  it('maps every option to its field', () => {
    const words =
      `${TARGET} --type both --profile gate --speed cautious --delay-ms 250 --notes n --tag 007 ` +
      '--target-ip 203.0.113.7 --exclude /logout --exclude /pay --opt-in smuggling --token 0123 ' +
      '--max-duration-s 60 --max-requests 500 --max-pages 20 --max-depth 3 --scan-authorized'
    const { body } = read(...words.split(' '), '--header', 'X-Team: red: blue')
    expect(body).toEqual({
      target_url: TARGET,
      scan_type: 'both',
      profile: 'gate',
      scan_speed: 'cautious',
      request_delay_ms: 250,
      target_ip: '203.0.113.7',
      notes: 'n',
      tags: ['007'],
      excluded_paths: ['/logout', '/pay'],
      opt_in: ['smuggling'],
      max_duration_s: 60,
      max_requests: 500,
      max_pages: 20,
      max_depth: 3,
      custom_headers: { 'X-Team': 'red: blue' },
      auth_config: { type: 'token', token: '0123' },
      scan_authorized: true,
    })
  })

  it('sends cookies as they are', () => {
    expect(read(TARGET, '--cookie', 'a=b; c=d').body['auth_config']).toEqual({
      type: 'cookie',
      cookie_string: 'a=b; c=d',
    })
  })

  it('takes the secrets of a form login from the environment', () => {
    const words = [...LOGIN, '--password-env', 'APP_PASSWORD', ...DONE]
    const form = {
      type: 'form',
      login_url: 'http://127.0.0.1:3000/login',
      username: 'anna',
      password: 's3cret',
      success_url_contains: '/home',
    }
    expect(read(TARGET, ...words).body['auth_config']).toEqual(form)
    expect(read(TARGET, ...words, '--totp-env', 'APP_TOTP').body['auth_config']).toEqual({
      ...form,
      totp_secret: 'GEZDGNBV',
    })
  })

  it('asks the gate what was chosen, or nothing at all', () => {
    const chosen = ['--fail-on', 'low', '--min-confidence', 'possible', '--new-only']
    expect(read(TARGET, ...chosen).gate.query).toEqual({
      fail_on: 'low',
      min_confidence: 'possible',
      new_only: 'true',
    })
    expect(read(TARGET, '--fail-on', 'never').gate.query).toBeNull()
  })

  it('knows the speeds of the engine', () => {
    expect(SPEEDS).toEqual(ENGINE_SPEEDS)
  })
})

describe('palisade scan: wrong usage ends with code 2 and one line', () => {
  const WRONG: readonly [string[], string][] = [
    [['example.com'], '"example.com" is not a URL. Write it with its scheme: https://example.com'],
    [['ftp://a.test/'], 'Only http and https can be scanned, not ftp://'],
    [['http://'], '"http://" is not a URL.'],
    [['http://\u001b[2J/'], '"http://\\x1b[2J/" is not a URL.'],
    [[`http://a.test/${'x'.repeat(2048)}`], 'The URL is longer than 2048 characters.'],
    ...['http://u:p4ss@a.test/', 'u:p4ss@a.test', 'http://u:p4ss@', 'http:///u:p4ss@a.test/'].map(
      (url): [string[], string] => [[url], 'The URL holds a user name or password.'],
    ),
    [[TARGET, '--type', 'all'], '--type must be one of vuln, perf, both, api.'],
    [[TARGET, '--profile', 'fast'], '--profile must be one of gate, standard, deep.'],
    [[TARGET, '--delay-ms', '5001'], '--delay-ms must be a whole number from 0 to 5000.'],
    [[TARGET, '--delay-ms', '1.5'], '--delay-ms must be a whole number from 0 to 5000.'],
    [[TARGET, '--timeout', '0'], '--timeout must be a whole number from 1 on.'],
    [[TARGET, '--fail-on', 'any'], '--fail-on must be one of critical, high, medium, low, info, '],
    [[TARGET, '--header', 's3cret'], "--header must look like 'Name: value'."],
    [[TARGET, '--header', 'X y: s3cret'], "--header must look like 'Name: value'."],
    [[TARGET, '--header', 'X: s3cret\r\nY: 1'], '--header X: a line break is not allowed.'],
    [[TARGET, '--header', 'X: 1', '--header', 'x: 2'], '--header x may be given only once.'],
    [[TARGET, '--cookie', 's3cret=1', '--token', 't'], 'Give --cookie or --token, not both.'],
    [[TARGET, ...LOGIN, '--token', 's3cret'], 'Give --login-url, --cookie or --token, not several'],
    [[TARGET, ...LOGIN, ...DONE], '--login-url needs --password-env.'],
    [[TARGET, ...LOGIN, '--password-env', 'APP_PASSWORD'], '--login-url needs --success-url.'],
    [
      [TARGET, ...LOGIN, '--password-env', 'EMPTY', ...DONE],
      '--password-env: the variable EMPTY is not set.',
    ],
    [[TARGET, '--username', 'anna'], '--username needs --login-url.'],
  ]
  it.each(WRONG)('%j', (argv, message) => {
    let error: unknown
    try {
      read(...argv)
    } catch (thrown) {
      error = thrown
    }
    expect(isCliError(error) && error.exitCode).toBe(2)
    const text = String(error)
    expect(text).toContain(message)
    expect(text).not.toMatch(/\n|s3cret|p4ss/)
  })
})
