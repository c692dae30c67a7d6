import type { Exchange } from '../../http/exchange.ts'
import { isStable } from '../../http/baseline.ts'
import { SQL_CONDITIONS, type SqlCondition } from '../../payloads/sql.ts'
import { onInput, type InputContext, type Sighting } from '../check.ts'
import { ARITHMETIC, isComputed, isNumber } from '../support/arithmetic.ts'
import { fill } from '../support/fill.ts'
import { makeOracle, readTriage, type Oracle } from '../support/oracle.ts'

/** How the questions of one condition ended, and an answer to a false one. */
type Series = Readonly<{ whenFalse: Exchange; ends: 'proved' | 'contradicted' | 'blocked' }>

const BREAK = `{value}'")\\{word}`

export default onInput({
  meta: {
    id: 'sqli.boolean',
    title: 'SQL injection shown by true and false conditions',
    category: 'Injection',
    severity: 'critical',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-89',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    // Triage, arithmetic, two questions for each condition; two more, a control and five for the proof.
    maxRequests: 2 + SQL_CONDITIONS.length * 2 + 2 + 1 + 5,
    oncePer: 'input',
    profile: 'gate',
    probes: [
      `{input}=${BREAK}`,
      `{input}=${ARITHMETIC}`,
      ...SQL_CONDITIONS.map(({ template, operator }) => `{input}=${fill(template, { operator })}`),
    ],
    description:
      'A condition written into a value of the request is evaluated by the database: with a true one the page ' +
      'is the usual page, with a false one it is another. By asking many such questions any data the ' +
      'application can reach can be read out, although no error and no data is shown.',
    remediation:
      'Pass values to the database as bound parameters, never as text of the statement. Convert numbers to ' +
      'numbers before use, and give the account of the application no more rights than it needs.',
    references: [
      'https://cwe.mitre.org/data/definitions/89.html',
      'https://owasp.org/www-community/attacks/Blind_SQL_Injection',
      'https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html',
    ],
  },

  async *run(context) {
    const { input, baseline, nonce } = context
    if (!isStable(baseline)) return
    const oracle = makeOracle(context)
    const { value } = input
    // A page that is the same for another value is the same for a condition behind it.
    if (readTriage(context, oracle).plain.is === 'usual') return

    // Whatever stands behind the value breaks any statement: a page that stays the same ignores it.
    if ((await oracle.ask(fill(BREAK, { value, word: nonce() }))).is !== 'other') return
    const hasArithmetic = isNumber(value) && (await isComputed(oracle, context))

    for (const condition of SQL_CONDITIONS) {
      if (condition.needsArithmetic && !hasArithmetic) continue
      const series = await examine(condition, oracle, context)
      if (series === null) continue
      if (series.ends !== 'contradicted') yield sighting(context, condition, series)
      return
    }
  },
})

type Question = readonly [payload: string, expected: 'usual' | 'other' | 'false']

/** Null when the condition made no difference; the next one may fit the statement. */
async function examine(
  condition: SqlCondition,
  oracle: Oracle,
  context: InputContext,
): Promise<Series | null> {
  const { input, random } = context
  const put = (left: number, right: number, operator = condition.operator) => {
    const numbers = { left: String(left), right: String(right) }
    return fill(condition.template, {
      value: input.value,
      operator: fill(operator, numbers),
      ...numbers,
    })
  }
  const [a, b, c, d] = distinctNumbers(random)
  for (const [left, right, expected] of [
    [a, a, 'usual'],
    [a, b, 'other'],
    [c, c, 'usual'],
  ] as const) {
    const { is, exchange } = await oracle.ask(put(left, right))
    if (is === 'blocked') return { whenFalse: exchange, ends: 'contradicted' }
    if (is !== expected) return null
  }
  const refused = await oracle.ask(put(c, d))
  const whenFalse = refused.exchange
  if (refused.is !== 'other') return null

  const [e, f, g] = distinctNumbers(random)
  const questions: readonly Question[] = [
    [plainValue(input.value, put(a, a).length), 'other'],
    [put(e, e), 'usual'],
    [put(e, g), 'false'],
    [put(g, f), 'false'],
    [put(f, f), 'usual'],
    [put(e, f, condition.broken), 'other'],
  ]
  for (const [payload, expected] of questions) {
    const answer = await oracle.ask(payload)
    if (answer.is === 'blocked') return { whenFalse, ends: 'blocked' }
    // False conditions all give the same page; a site that changes by itself gives many.
    const holds = expected === 'false' ? 'other' : expected
    const isSame = expected !== 'false' || oracle.areAlike(answer, refused)
    if (answer.is !== holds || !isSame) return { whenFalse, ends: 'contradicted' }
  }
  return { whenFalse, ends: 'proved' }
}

/** Four different numbers of four digits; none stands in another. */
function distinctNumbers(
  random: InputContext['random'],
): readonly [number, number, number, number] {
  const start = random(1000, 2999)
  return [start, start + random(500, 1999), start + random(2000, 3999), start + random(4000, 5999)]
}

/** The value with digits or letters behind it, as long as a payload. */
const plainValue = (value: string, length: number): string =>
  value.padEnd(length, isNumber(value) ? '7' : 'x')

function sighting(
  { input }: InputContext,
  { place, template, operator }: SqlCondition,
  series: Series,
): Sighting {
  const isProved = series.ends === 'proved'
  const shape = fill(template, { value: input.value, operator })
  return {
    confidence: isProved ? 'confirmed' : 'likely',
    reason: isProved
      ? 'Four true conditions with new numbers gave the usual page, four false ones, an invalid one and a plain value did not.'
      : 'Two true conditions with new numbers gave the usual page and two false ones did not; then the site began to refuse requests.',
    evidence: {
      exchange: series.whenFalse,
      match: null,
      note: `\`${input.name}\` stands ${place} in an SQL statement: of \`${shape}\` the page is the usual one only while left and right are equal. Shown is an answer to a false condition.`,
    },
  }
}
