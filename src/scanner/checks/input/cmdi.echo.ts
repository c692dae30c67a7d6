import { ECHO_COMMANDS, scrambled, type CommandPayload } from '../../payloads/commands.ts'
import { onInput, type InputContext } from '../check.ts'
import { compute, factors, judged, type Sum } from '../support/computed.ts'
import { fill } from '../support/fill.ts'

export default onInput({
  meta: {
    id: 'cmdi.echo',
    title: 'Command injection shown by output of the command',
    category: 'Injection',
    severity: 'critical',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-78',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    // Every separator once; of the one that works another sum and a control.
    maxRequests: ECHO_COMMANDS.length + 2,
    oncePer: 'input',
    profile: 'gate',
    probes: ECHO_COMMANDS.map(({ template }) => `{input}=${template.replaceAll('\n', '\\n')}`),
    description:
      'A value from the request becomes part of a command line: a command appended to it runs, and what it ' +
      'prints comes back. Whoever can append commands controls the account that the application runs under, ' +
      'with its files, its secrets and its network.',
    remediation:
      'Do not start a shell: use a library, or start the program with a list of arguments and shell off. Accept ' +
      'only values from a fixed list or of a strict pattern, and put "--" before values that are arguments.',
    references: [
      'https://cwe.mitre.org/data/definitions/78.html',
      'https://owasp.org/www-community/attacks/Command_Injection',
      'https://cheatsheetseries.owasp.org/cheatsheets/OS_Command_Injection_Defense_Cheat_Sheet.html',
    ],
  },

  async *run(context) {
    for (const command of ECHO_COMMANDS) {
      const computed = await compute(() => sumOf(command, context), context)
      if (computed === 'nothing') continue
      if (computed === 'contradicted') return
      yield {
        ...judged('a shell', computed),
        evidence: {
          exchange: computed.exchange,
          match: computed.result.text,
          note: `A command appended to \`${context.input.name}\` with ${command.by} ran: the answer shows the product that it prints.`,
        },
      }
      return
    }
  },
})

function sumOf({ template }: CommandPayload, { input, nonce, random }: InputContext): Sum {
  const { product, ...numbers } = factors(random)
  const [a, b] = [nonce(), nonce()]
  const payload = fill(template, { value: input.value, a, b, ...numbers })
  return {
    payload,
    // cmd.exe prints the second one, whose echo does not compute, and expr the third.
    results: [`${a}${product}${b}`, `${product}${b}`, `${product}\n${b}`].map((text) => ({ text })),
    control: scrambled(payload),
  }
}
