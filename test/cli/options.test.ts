import { describe, expect, it } from 'vitest'

import { parseOptions, type OptionSpec } from '../../cli/options.ts'

const SPECS: readonly OptionSpec[] = [
  { name: 'token', value: 'TOKEN', help: '' },
  { name: 'tag', value: 'T', multiple: true, help: '' },
  { name: 'json', value: null, help: '' },
  { name: 'quiet', short: 'q', value: null, help: '' },
]
const parse = (...argv: string[]) => parseOptions('scan', SPECS, argv)

describe('options of a command', () => {
  it('keeps values as they were written', () => {
    expect(parse('--token', '0123').one('token')).toBe('0123')
    expect(parse('--token=1e5').one('token')).toBe('1e5')
    expect(parse('--token=-x').one('token')).toBe('-x')
  })

  it('tells flags, lists and operands apart', () => {
    const parsed = parse('http://a.test', '--tag', 'one', '-q', '--tag=two')
    expect(parsed.positionals).toEqual(['http://a.test'])
    expect(parsed.all('tag')).toEqual(['one', 'two'])
    expect(parsed.has('quiet')).toBe(true)
    expect(parsed.has('json')).toBe(false)
    expect(parsed.one('token')).toBeNull()
  })

  it('takes everything after -- as operands', () => {
    expect(parse('--', '--json').positionals).toEqual(['--json'])
  })

  const WRONG: readonly [string[], string][] = [
    [['--foo'], 'Unknown option --foo. See "palisade scan --help".'],
    [['-x'], 'Unknown option -x. See "palisade scan --help".'],
    [['--token'], '--token needs a value: --token TOKEN.'],
    [['--token='], '--token needs a value: --token TOKEN.'],
    [
      ['--token', '--json'],
      '--token needs a value. If it begins with a dash, write --token=TOKEN.',
    ],
    [['--json=yes'], '--json takes no value.'],
    [['--token', 's3cret', '--token', 's3cret'], '--token may be given only once.'],
  ]
  it.each(WRONG)('refuses %j in one line, without the value', (argv, message) => {
    expect(() => parse(...argv)).toThrow(message)
    expect(message).not.toContain('s3cret')
  })
})
