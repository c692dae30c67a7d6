import type { Delay } from '../../http/timing.ts'
import { FIRST_ROWS, SQL_DELAYS, type SqlDelay } from '../../payloads/sql-delays.ts'
import { onInput, type InputContext } from '../check.ts'
import { findDelay, measured, slowest, timedReason, WRITTEN } from '../support/delays.ts'
import { fill } from '../support/fill.ts'

const IS_NUMBER = /^-?\d{1,18}$/

export default onInput({
  meta: {
    id: 'sqli.time',
    title: 'SQL injection shown by delays of the database',
    category: 'Injection',
    severity: 'critical',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-89',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    // Ten delays with two controls, three of them gauged twice; one asked anew; two confirmations of four runs.
    maxRequests: 10 * 3 + 3 * 2 + 5 + 2 * 4 * 3,
    oncePer: 'input',
    profile: 'standard',
    timed: true,
    unlessFoundBy: ['sqli.error', 'sqli.boolean', 'sqli.union'],
    probes: SQL_DELAYS.map(({ template }) => `{input}=${template}`),
    description:
      'A value from the request becomes part of an SQL statement, although neither errors nor data nor other ' +
      'pages show it: told to wait, the database waits, and so does the answer. Delays answer any question one ' +
      'bit at a time. Tried are MySQL, PostgreSQL, SQLite and Oracle; Microsoft SQL Server only waits in a ' +
      'statement of its own, which this check does not add.',
    remediation:
      'Pass values to the database as bound parameters, never as text of the statement; take names of columns ' +
      'and directions of sorting from a fixed list. Limit how long one statement may run.',
    references: [
      'https://cwe.mitre.org/data/definitions/89.html',
      'https://owasp.org/www-community/attacks/Blind_SQL_Injection',
      'https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html',
    ],
  },

  async *run(context) {
    const kind = IS_NUMBER.test(context.input.value) ? 'number' : 'word'
    const payloads = SQL_DELAYS.filter(({ of }) => of === 'any' || of === kind)
    const found = await findDelay(payloads, (payload) => delayOf(payload, context), context)
    if (found === null) return
    const { payload, verdict } = found
    yield {
      confidence: verdict.isCut ? 'likely' : 'confirmed',
      reason: timedReason(verdict),
      evidence: {
        exchange: slowest(verdict.samples),
        match: null,
        note: `\`${context.input.name}\` stands ${payload.place} in a statement of ${payload.engine}: ${measured(verdict.samples)}.`,
      },
    }
  },
})

function delayOf({ template, amount: unit }: SqlDelay, { input, nonce }: InputContext): Delay {
  const request = (amount: number) =>
    input.with(fill(template, { value: input.value, word: nonce(), amount: WRITTEN[unit](amount) }))
  return unit === 'rows'
    ? { kind: 'work', first: FIRST_ROWS, request }
    : { kind: 'sleep', stepMs: unit === 'whole' ? 1000 : 10, request }
}
