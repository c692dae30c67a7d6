import { describe, expect, it } from 'vitest'

import { limitsOf, parseLine, UsageError } from '../../scripts/operator/options.ts'

const parse = (line: string) => parseLine(line.split(' '))

describe('the line of the operator', () => {
  it('names a thing, a verb and an account, and what to set', () => {
    const { words, options } = parse('account set a@b.org --plan pro --review on --remote')
    expect(words).toEqual(['account', 'set', 'a@b.org'])
    expect(options).toMatchObject({ plan: 'pro', review: 'on', remote: true, confirmed: false })
  })

  it('has limits by name: a number or none', () => {
    const limits = (line: string) => limitsOf(parse(`account set x ${line}`.trim()).options)
    expect(limits('--limit assets=5 --limit scans_per_day=null')).toEqual({
      assets: 5,
      scans_per_day: null,
    })
    expect(limits('--no-limits')).toBeNull()
    expect(limits('')).toBeUndefined()
    for (const wrong of ['asset=5', 'assets=-1', 'assets', 'assets=1e3']) {
      expect(() => limits(`--limit ${wrong}`), wrong).toThrow(UsageError)
    }
  })

  it.each(['--plan silver', '--email nobody', '--review maybe', '--frob', '--plan'])(
    'is refused with %s',
    (option) => expect(() => parse(`account set x ${option}`)).toThrow(UsageError),
  )
})
