import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { ERRORS } from '../../src/errors.ts'
import { HOUR, MINUTE, SECOND } from '../../src/report/time.ts'
import { BUDGETS, MANNERS } from '../../src/scanner/engine/options.ts'

const SHARED = process.env['PALISADE_SHARED'] ?? '../shared'
const TABLES = join(SHARED, 'spec/tables.md')
const isMissing = !existsSync(TABLES)

/** Rows of the tables of one section, as trimmed cells without head and ruler. */
function rowsOf(section: number, head: string): readonly (readonly string[])[] {
  const [, body = ''] = readFileSync(TABLES, 'utf8').split(`\n## ${section}. `)
  const [, table = ''] = (body.split('\n## ')[0] ?? '').split(`| ${head} |`)
  return (table.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
}

const whole = (text = ''): number => Number(text.replaceAll(',', '').replace(/ ms$/, ''))
const UNITS = new Map([
  ['h', HOUR],
  ['min', MINUTE],
  ['s', SECOND],
])

function duration(text = ''): number {
  const [, amount, unit = ''] = /^(\d+) (min|h|s)$/.exec(text) ?? []
  return Number(amount) * (UNITS.get(unit) ?? Number.NaN)
}

describe.skipIf(isMissing)(
  `the tables of ${TABLES}${isMissing ? ', which is missing' : ''}`,
  () => {
    it('§5: every error code with its status, and no other', () => {
      const stated = rowsOf(5, 'code').flatMap(([codes = '', statuses = '']) => {
        const numbers = [...statuses.matchAll(/\d{3}/g)].map(([status]) => Number(status))
        return codes.split(' · ').map((code, at) => [code, numbers[at] ?? numbers[0]] as const)
      })
      // A deduplicated start is a 200, not an error; the table says so itself.
      const errors = stated.filter(([code]) => code !== '(deduplicated)')
      const ours = Object.entries(ERRORS).map(([code, { status }]) => [code, status])
      expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(errors))
    })

    it('§4: the budget of every profile', () => {
      const stated = rowsOf(4, 'profile').map(([profile, time, requests, pages, depth]) => [
        profile,
        {
          timeMs: duration(time),
          requests: whole(requests),
          pages: whole(pages),
          depth: whole(depth),
        },
      ])
      expect(BUDGETS).toEqual(Object.fromEntries(stated))
    })

    it('§4: the manner of every speed', () => {
      const stated = rowsOf(4, 'speed').map(([speed, delay = '', units, inFlight, factor = '']) => {
        const [delayMs, jitter] = delay.split(' ± ')
        return [
          speed,
          {
            delayMs: whole(delayMs),
            jitter: Number.parseInt(jitter ?? '0', 10) / 100,
            units: whole(units),
            inFlight: whole(inFlight),
            timeFactor: whole(factor.replace('×', '')),
          },
        ]
      })
      expect(MANNERS).toEqual(Object.fromEntries(stated))
    })
  },
)
