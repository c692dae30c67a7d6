import type { Exchange } from '../../http/exchange.ts'
import { SQL_BREAKERS, type SqlBreaker } from '../../payloads/sql.ts'
import { onInput, type InputContext, type Sighting } from '../check.ts'
import { newDbErrors, type DbError } from '../support/db-error.ts'
import { fill } from '../support/fill.ts'

/** One break and, if it broke, the attempt to heal it. */
type Round = Readonly<{ exchange: Exchange; error: DbError; isHealed: boolean }>

const BREAKING = `{value}'"\\`
const CONTROL = { number: '{value}222', word: '{value}xxx' }

export default onInput({
  meta: {
    id: 'sqli.error',
    title: 'SQL injection shown by database errors',
    category: 'Injection',
    severity: 'critical',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-89',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    // A break of numbers, a control, then for each breaker two rounds of breaking and healing.
    maxRequests: 2 + SQL_BREAKERS.length * 4,
    oncePer: 'input',
    profile: 'gate',
    probes: [
      `{input}=${BREAKING}`,
      ...SQL_BREAKERS.flatMap(({ breaks, heals }) => [`{input}=${breaks}`, `{input}=${heals}`]),
    ],
    description:
      'A value from the request becomes part of an SQL statement: a lone quote or bracket in it breaks the ' +
      'statement, and the error of the database comes back. Whoever can change a statement can read and often ' +
      'change all data the application can reach.',
    remediation:
      'Pass values to the database as bound parameters, never as text of the statement; take names of columns ' +
      'and directions of sorting from a fixed list. Show visitors an error page without details.',
    references: [
      'https://cwe.mitre.org/data/definitions/89.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/Query_Parameterization_Cheat_Sheet.html',
    ],
  },

  async *run(context) {
    const { input, baseline, send } = context
    const calm = [baseline.first, baseline.second]
    // A word breaks where a number belongs before its quotes do: numbers are asked in digits.
    const broken = isNumber(input.value)
      ? await send(input.with(fill(BREAKING, { value: freshValue(context) })))
      : context.triage.broken
    if (brokenBy(broken, calm) === null) return

    const plain = isNumber(input.value) ? CONTROL.number : CONTROL.word
    const control = await send(input.with(fill(plain, { value: freshValue(context) })))
    // Unquoted names: any other name is an error already, so the recorded value is the control.
    const isName = newDbErrors(control, calm).length > 0
    if (isName && isNumber(input.value)) return
    const controls = isName ? calm : [...calm, control]

    let unhealed: Sighting | null = null
    for (const breaker of SQL_BREAKERS.filter(({ of }) => of === (isName ? 'name' : 'value'))) {
      const first = await tryRound(breaker, controls, context)
      if (first === null) continue
      const second = await tryRound(breaker, controls, context)
      if (first.isHealed && second?.isHealed === true) {
        yield sighting(context, breaker, first, 'confirmed')
        return
      }
      const isTelling = first.error.signature.kind === 'syntax' && !isName
      if (second !== null && isTelling) unhealed ??= sighting(context, breaker, first, 'likely')
    }
    if (unhealed !== null) yield unhealed
  },
})

const isNumber = (value: string): boolean => /^-?\d+$/.test(value)

/** The recorded value made unlike any before: digits for numbers, so that types still fit. */
const freshValue = ({ input, nonce, random }: InputContext): string =>
  isNumber(input.value) ? `${input.value}${random(100, 999)}` : `${input.value}${nonce()}`

/** An error that breaking explains and the others do not show; a misfit of type is no such error. */
function brokenBy(exchange: Exchange, controls: readonly Exchange[]): DbError | null {
  const errors = newDbErrors(exchange, controls)
  if (errors.some(({ signature }) => signature.kind === 'value')) return null
  return errors[0] ?? null
}

async function tryRound(
  { breaks, heals, of }: SqlBreaker,
  controls: readonly Exchange[],
  context: InputContext,
): Promise<Round | null> {
  const { input, send, nonce } = context
  const values =
    of === 'name'
      ? { value: input.value, mark: `/*${nonce()}*/` }
      : { value: freshValue(context), mark: '' }
  const exchange = await send(input.with(fill(breaks, values)))
  const error = brokenBy(exchange, controls)
  if (error === null) return null
  const healed = await send(input.with(fill(heals, values)))
  const isHealed =
    newDbErrors(healed, controls).length === 0 &&
    controls.some(({ response }) => response.status === healed.response.status)
  return { exchange, error, isHealed }
}

const shown = (template: string): string => `\`${fill(template, { value: '…', mark: '/*…*/' })}\``

function sighting(
  { input }: InputContext,
  { name, breaks, heals }: SqlBreaker,
  { exchange, error }: Round,
  confidence: 'confirmed' | 'likely',
): Sighting {
  return {
    confidence,
    reason:
      confidence === 'confirmed'
        ? `Twice ${name} broke the statement (${shown(breaks)}) and its counterpart healed it (${shown(heals)}); plain values of that length give no error.`
        : `Twice ${name} gave a syntax error that plain values of that length do not; nothing tried healed it.`,
    evidence: {
      exchange,
      match: error.text,
      note: `\`${input.name}\` reaches a statement of ${error.signature.engine}: ${name} gives an error of its parser.`,
    },
  }
}
