import { describe, expect, it } from 'vitest'

import { main } from '../../cli/main.ts'
import { startFakeServer } from './fake-server.ts'
import { run } from './run-main.ts'
import { fakeTerminal } from './support.ts'

const FORMATS = 'pdf, docx, html, md, json, csv, sarif, junit, burp, stix, defectdojo, zip'
const TARGET = 'http://127.0.0.1:3000'

describe('the command line', () => {
  const WRONG: readonly [string[], string][] = [
    [['scna'], 'There is no command "scna". "palisade --help" lists them.'],
    [['scan'], 'Missing <url>. See "palisade scan --help".'],
    [
      ['scan', 'http://a.test', '--header', 'X-Key:', 's3cret'],
      'palisade scan takes <url> and options only. Put values with blanks in quotes; see "palisade scan --help".',
    ],
    [
      ['checks', 'all'],
      'palisade checks takes options only. Put values with blanks in quotes; see "palisade checks --help".',
    ],
    [['scan', 'http://a.test', '--color'], 'Unknown option --color. See "palisade scan --help".'],
    [['scan', 'nowhere'], '"nowhere" is not a URL. Write it with its scheme: https://nowhere'],
    [['report', 'x'], `Missing --format: one of ${FORMATS}.`],
    [['report', 'x', '--format', 'pdf,rtf'], `--format must be one of ${FORMATS}.`],
    [['report', 'x', '--format', 'pdf,csv'], 'Several formats need --out FOLDER.'],
    [['scan', 'http://a.test', '--format', 'pdf'], '--format needs --out DIR.'],
    [['scan', 'http://a.test', '--out', 'x'], `--out needs --format: of ${FORMATS}.`],
    [['gate', 'x', '--fail-on', 'never'], 'palisade gate --fail-on never would always pass.'],
    [['scan', 'http://a.test', '--server', 'x'], '--server must be an http or https URL.'],
    ...['anna:s3cret@a.test/', 'http://anna:s3cret@a.test/', 'http://anna:s3cret@'].map(
      (url): [string[], string] => [
        ['scan', url],
        'The URL holds a user name or password. Use --header, --cookie or --token.',
      ],
    ),
    [['scan', 'ftp://a.test/'], 'Only http and https can be scanned, not ftp://'],
    [
      ['scan', 'http://a.test', '--tokn=s3cret'],
      'Unknown option --tokn. See "palisade scan --help".',
    ],
    [['scan', 'http://a.test', '--header', 's3cret'], "--header must look like 'Name: value'."],
    [
      ['scan', 'http://a.test', '--token', 's3cret', '--cookie', 'a=s3cret'],
      'Give --cookie or --token, not both.',
    ],
    [
      ['scan', 'http://a.test', '--token', 's3cret', '--delay-ms', 's3cret'],
      '--delay-ms must be a whole number from 0 to 5000.',
    ],
    [
      ['scan', 'http://a.test', '--delay-ms', '5001'],
      '--delay-ms must be a whole number from 0 to 5000.',
    ],
    [
      ['scan', 'http://a.test', '--profile', 'thorough'],
      '--profile must be one of gate, standard, deep.',
    ],
    [['gate'], 'Missing <scan-id>. See "palisade gate --help".'],
    [
      ['scan', 'http://a.test', '--server', 'https://u:s3cret@p.test'],
      '--server must not hold a user name or password; the key is enough.',
    ],
  ]
  it.each(WRONG)('%j ends with 2 and one line', async (argv, message) => {
    const { exitCode, out, err, seen } = await run(argv)
    expect({ exitCode, out, err }).toEqual({ exitCode: 2, out: '', err: `palisade: ${message}\n` })
    expect(seen).toEqual([])
  })

  it('needs a key for a server, and a server for a key', async () => {
    const { terminal, written } = fakeTerminal()
    const interrupted = new AbortController().signal
    const world = (env: Record<string, string>) => ({ env, cwd: '/', interrupted })
    const server = { PALISADE_SERVER: 'http://127.0.0.1:1' }
    expect(await main(['scan', TARGET], world(server), terminal)).toBe(2)
    expect(written.err).toContain('set PALISADE_KEY or give --key')
    expect(await main(['scan', TARGET, '--key', 's3cret'], world({}), terminal)).toBe(2)
    expect(written.err).toContain('--key needs --server.')
    expect(written.err).not.toContain('s3cret')
  })

  it('says when nothing answers at the address of the server', async () => {
    const { terminal, written } = fakeTerminal()
    const gone = await startFakeServer({})
    await gone.close()
    const env = { PALISADE_SERVER: gone.url, PALISADE_KEY: 'k' }
    const interrupted = new AbortController().signal
    expect(await main(['scan', TARGET], { env, cwd: '/', interrupted }, terminal)).toBe(2)
    expect(written.err).toBe(
      `palisade: No Palisade server answers at ${gone.url}. Check --server.\n`,
    )
  })

  it.each([[['--help']], [['help']], [['-h']], [['--no-color', '--help']]])(
    '%j lists the commands',
    async (argv) => {
      const { exitCode, out } = await run(argv)
      expect(exitCode).toBe(0)
      for (const name of [
        'scan <url>',
        'serve',
        'gate <scan-id>',
        'report <scan-id>',
        'checks',
        'explain',
      ]) {
        expect(out).toContain(name)
      }
    },
  )

  it.each(['scan', 'serve', 'gate', 'report', 'checks', 'explain'])(
    '%s --help has examples',
    async (name) => {
      const { exitCode, out } = await run([name, '--help'])
      expect(exitCode).toBe(0)
      expect(out).toMatch(new RegExp(`Examples\n  .*palisade ${name}`))
      expect(out.split('\n').filter((line) => line.length > 100)).toEqual([])
      expect((await run(['help', name])).out).toBe(out)
    },
  )

  it('without a command shows the help on standard error and exits 2', async () => {
    const { exitCode, out, err } = await run([])
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' })
    expect(err).toContain('palisade <command>')
  })

  it('names its version', async () => {
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
