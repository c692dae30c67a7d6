import { MOST_COLUMNS, UNION, UNION_PLACES, type UnionPlace } from '../../payloads/sql.ts'
import { onInput, type InputContext } from '../check.ts'
import { ARITHMETIC, isComputed, isNumber } from '../support/arithmetic.ts'
import { compute, judged, type Sum } from '../support/computed.ts'
import { fill } from '../support/fill.ts'
import { makeOracle, readTriage } from '../support/oracle.ts'

export default onInput({
  meta: {
    id: 'sqli.union',
    title: 'SQL injection shown by a row of an added SELECT',
    category: 'Injection',
    severity: 'critical',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-89',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    // Two quotes, a number and a sum; every way to close the place with every length of a list; the proof.
    maxRequests: 4 + 3 * MOST_COLUMNS + 2,
    oncePer: 'input',
    profile: 'gate',
    probes: [
      `{input}={word}'`,
      `{input}={word}"`,
      `{input}=${ARITHMETIC}`,
      ...Object.values(UNION_PLACES).flatMap(({ closes }) =>
        closes.map((close) => `{input}=${fill(UNION, { closes: close })}`),
      ),
    ],
    description:
      'A value from the request becomes part of an SQL statement, and a second SELECT appended to it adds a row ' +
      'to what the page shows. Here the row holds a product that the database computed; an attacker puts any ' +
      'column of any table there.',
    remediation:
      'Pass values to the database as bound parameters, never as text of the statement. Convert numbers to ' +
      'numbers before use, and give the account of the application no more rights than it needs.',
    references: [
      'https://cwe.mitre.org/data/definitions/89.html',
      'https://cheatsheetseries.owasp.org/cheatsheets/SQL_Injection_Prevention_Cheat_Sheet.html',
    ],
  },

  async *run(context) {
    const place = await findPlace(context)
    if (place === null) return
    for (const closes of UNION_PLACES[place].closes) {
      for (let columns = 1; columns <= MOST_COLUMNS; columns += 1) {
        const computed = await compute(() => rowOf(place, closes, columns, context), context)
        if (computed === 'contradicted') return
        if (computed === 'nothing') continue
        yield {
          ...judged('a database', computed),
          evidence: {
            exchange: computed.exchange,
            match: computed.result.text,
            note: `\`${context.input.name}\` stands ${UNION_PLACES[place].place} in an SQL statement: an appended SELECT of ${columns} ${columns === 1 ? 'column' : 'columns'} put the product into the page.`,
          },
        }
        return
      }
    }
  },
})

/**
 * Where the value stands, if a quote of one kind alone is not like a plain word; of numbers also if
 * arithmetic is done with them.
 */
async function findPlace(context: InputContext): Promise<UnionPlace | null> {
  const { input, nonce, random } = context
  const { value } = input
  const oracle = makeOracle(context)
  const { plain, broken } = readTriage(context, oracle)
  const another = (): string => (isNumber(value) ? `${value}${random(100, 999)}` : nonce())

  if (!oracle.areAlike(plain, broken)) {
    const breaks = async (quote: string): Promise<boolean> => {
      const answer = await oracle.ask(`${another()}${quote}`)
      return answer.is !== 'blocked' && !oracle.areAlike(answer, plain)
    }
    const single = await breaks("'")
    const double = await breaks('"')
    if (single !== double) return single ? 'single' : 'double'
  }
  if (!isNumber(value)) return null
  // Where no value changes the page, no row of a statement with the value is on it.
  if (plain.is === 'usual' && (await oracle.ask(another())).is === 'usual') return null
  return (await isComputed(oracle, context)) ? 'number' : null
}

function rowOf(
  place: UnionPlace,
  closes: string,
  columns: number,
  { nonce, random }: InputContext,
): Sum {
  // Beyond 32 bits, and less than what any language counts exactly.
  const x = random(3_000_000_001, 3_999_999_999)
  const y = random(1001, 9999)
  const payload = fill(UNION, {
    none: place === 'number' ? `-${random(1001, 9999)}` : nonce(),
    closes,
    columns: Array<string>(columns).fill(`${x}*${y}`).join(','),
    word: nonce(),
  })
  return {
    payload,
    results: [{ text: String(x * y) }],
    control: payload.replace('UNION', 'NOINU'),
  }
}
