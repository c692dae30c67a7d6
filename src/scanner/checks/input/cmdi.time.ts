import type { Delay } from '../../http/timing.ts'
import { DELAY_COMMANDS, type DelayCommand } from '../../payloads/commands.ts'
import { onInput, type InputContext } from '../check.ts'
import { findDelay, measured, slowest, timedReason, WRITTEN } from '../support/delays.ts'
import { fill } from '../support/fill.ts'

export default onInput({
  meta: {
    id: 'cmdi.time',
    title: 'Command injection shown by delays of a command',
    category: 'Injection',
    severity: 'critical',
    owasp: 'A05:2025',
    owasp2021: 'A03:2021',
    cwe: 'CWE-78',
    cvss: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    // Every separator with two controls; one asked anew; two confirmations of four runs.
    maxRequests: DELAY_COMMANDS.length * 3 + 3 + 2 * 4 * 3,
    oncePer: 'input',
    profile: 'standard',
    timed: true,
    unlessFoundBy: ['cmdi.echo'],
    probes: DELAY_COMMANDS.map(({ template }) => `{input}=${template.replaceAll('\n', '\\n')}`),
    description:
      'A value from the request becomes part of a command line, although nothing that the command prints is ' +
      'shown: a command that waits makes the answer wait. Whoever can append commands controls the account that ' +
      'the application runs under, with its files, its secrets and its network.',
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
    const found = await findDelay(DELAY_COMMANDS, (command) => delayOf(command, context), context)
    if (found === null) return
    const { payload, verdict } = found
    yield {
      confidence: verdict.isCut ? 'likely' : 'confirmed',
      reason: timedReason(verdict),
      evidence: {
        exchange: slowest(verdict.samples),
        match: null,
        note: `A command appended to \`${context.input.name}\` with ${payload.by} runs: ${measured(verdict.samples)}.`,
      },
    }
  },
})

const delayOf = ({ template, amount: unit }: DelayCommand, context: InputContext): Delay => ({
  kind: 'sleep',
  stepMs: unit === 'whole' ? 1000 : 10,
  request: (amount) =>
    context.input.with(
      fill(template, {
        value: context.input.value,
        word: context.nonce(),
        amount: WRITTEN[unit](amount),
      }),
    ),
})
