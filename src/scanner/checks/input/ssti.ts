import { isBlocked } from '../../http/blocked.ts'
import {
  ENGINES,
  EXPRESSION_PROBES,
  LENIENT_PROBES,
  MARKS_UNTOUCHED,
  mirrored,
  STRICT_PROBES,
  STRING_PROBES,
  type TemplateMarks,
  type TemplateProbe,
} from '../../payloads/templates.ts'
import { onInput, type InputContext } from '../check.ts'
import { compute, factors, judged, type Sum } from '../support/computed.ts'
import { quoted } from '../support/content.ts'
import { fill } from '../support/fill.ts'
import { makeOracle, readTriage } from '../support/oracle.ts'

const ALL = [...LENIENT_PROBES, ...STRICT_PROBES, ...STRING_PROBES]

export default onInput({
  meta: {
    id: 'ssti',
    title: 'Template injection: a value is run as a template',
    category: 'Injection',
    severity: 'critical',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-1336',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    // Every kind of marks, another product, a control, and questions for the engine.
    maxRequests: ALL.length + 2 + 4,
    oncePer: 'input',
    profile: 'gate',
    discriminator: 'the template engine',
    probes: [...ALL, ...EXPRESSION_PROBES].map(
      ({ head, pieces, tail }) =>
        `{input}=${head}${pieces.map(({ write }) => write).join('')}${tail}`,
    ),
    description:
      'A value from the request becomes part of a template before the template is run, so that expressions in ' +
      'the value are evaluated on the server. In most engines expressions reach objects of the application and ' +
      'from there files and commands.',
    remediation:
      'Keep templates fixed and pass values to them as data. Where users write templates, use an engine without ' +
      'logic, such as Mustache, or one whose sandbox is meant for strangers, and run it with few rights.',
    references: [
      'https://cwe.mitre.org/data/definitions/1336.html',
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/07-Input_Validation_Testing/18-Testing_for_Server-side_Template_Injection',
    ],
  },

  async *run(context) {
    for (const probe of probesFor(context)) {
      const computed = await compute(() => draw(probe, context), context)
      if (computed === 'nothing') continue
      if (computed === 'contradicted') return
      const engine = await nameEngine(computed.result.marks, probe, context)
      yield {
        ...judged('a template engine', computed),
        discriminator: engine,
        evidence: {
          exchange: computed.exchange,
          match: computed.result.text,
          note: `\`${context.input.name}\` ${probe.place} (${engine}): the answer shows the result of an expression in the value.`,
        },
      }
      return
    }
  },
})

/**
 * A value that comes back may be text of a template, or stand in a text of an expression if breaking it
 * is an error; one that does not come back may be a name in an expression, if breaking that is one.
 */
function probesFor(context: InputContext): readonly TemplateProbe[] {
  const { plain, broken, word, brokenWord } = context.triage
  if (isBlocked(plain)) return []
  if (shows(plain.response.body, word)) {
    if (MARKS_UNTOUCHED.test(broken.response.body)) return LENIENT_PROBES
    return shows(broken.response.body, brokenWord) || isBlocked(broken)
      ? [...LENIENT_PROBES, ...STRICT_PROBES]
      : ALL
  }
  const oracle = makeOracle(context)
  const answers = readTriage(context, oracle)
  return oracle.areAlike(answers.plain, answers.broken) || isBlocked(broken)
    ? []
    : EXPRESSION_PROBES
}

const shows = (body: string, word: string): boolean => body.toLowerCase().includes(word)

type Product = Readonly<{ text: string; marks: TemplateMarks }>

/** The pieces with fresh numbers, each between two nonces, and every way each can come back. */
function draw(
  { head, pieces, tail }: TemplateProbe,
  { input, nonce, random }: InputContext,
): Sum<Product> {
  const results: Product[] = []
  let before = nonce()
  let text = before
  for (const { marks, write, becomes } of pieces) {
    const { product, ...numbers } = factors(random)
    const length = random(31, 97)
    const after = nonce()
    const values = { ...numbers, text: 'm'.repeat(length), length: String(length), mark: nonce() }
    for (const spelling of spellings(product)) {
      for (const template of becomes) {
        const result = fill(template, { ...values, product: spelling })
        results.push({ text: `${before}${result}${after}`, marks })
      }
    }
    text += fill(write, values) + after
    before = after
  }
  const payload = `${fill(head, { value: input.value })}${text}${tail}`
  return { payload, results, control: mirrored(payload) }
}

/** Freemarker groups digits as the language of the host does. */
const spellings = (product: string): readonly string[] =>
  ['', ',', '.', ' ', '\u00a0', '\u202f'].map((mark) =>
    product.replaceAll(/\B(?=(?:\d{3})+$)/g, mark),
  )

async function nameEngine(
  marks: TemplateMarks,
  { head, tail }: TemplateProbe,
  { input, nonce, random, send }: InputContext,
): Promise<string> {
  const { wrap, engine, questions } = ENGINES[marks]
  for (const question of questions) {
    const [a, b, word] = [nonce(), nonce(), nonce()]
    const values = { word, WORD: word.toUpperCase(), x: String(random(1001, 9999)) }
    const asked = fill(wrap, { asks: fill(question.asks, values) })
    const exchange = await send(
      input.with(`${fill(head, { value: input.value })}${a}${asked}${b}${tail}`),
    )
    if (quoted(exchange, `${a}${fill(question.becomes, values)}${b}`) !== null)
      return question.engine
  }
  return engine
}
