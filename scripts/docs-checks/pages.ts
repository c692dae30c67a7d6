import { cweName, owaspName } from '../../src/report/catalogue.ts'
import type { Check, CheckMeta } from '../../src/scanner/checks/check.ts'

/** A check as dist/checks.json has it. */
export type CheckFacts = CheckMeta & Readonly<{ phase: Check['phase']; cvss_score: number }>

/** What each phase means for a reader: where the check gets what it looks at. */
const PHASES: Readonly<Record<Check['phase'], string>> = {
  passive: 'reads the answers that the scan gets anyway and sends nothing',
  origin: 'asks the origin, once per scan',
  page: 'asks at pages and folders that the crawl has found',
  input:
    'tests each input: parameters, fields, JSON and XML values, path segments, cookies, headers',
  script: 'loads pages with script in a browser',
  stored: 'tests inputs whose value shows on another page later',
}

/** File name to Markdown text: `README.md` and a page for each check, the same on every machine. */
export function checkPages(checks: readonly CheckFacts[]): ReadonlyMap<string, string> {
  const sorted = checks.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return new Map([
    ['README.md', listOf(sorted)],
    ...sorted.map((check) => [`${check.id}.md`, pageOf(check)] as const),
  ])
}

const GENERATED = '<!-- Made by `npm run docs:checks` from the meta of the check; edit that. -->'

const listOf = (checks: readonly CheckFacts[]): string =>
  [
    GENERATED,
    '# Checks',
    `The scanner has ${checks.length} checks. Each stays silent without evidence; a page says what a check sends, what it reports and how to mend it.`,
    [
      '| Check | What it finds | Severity | CWE | OWASP 2025 | Phase | Profile |',
      '|---|---|---|---|---|---|---|',
      ...checks.map(
        ({ id, title, severity, cwe, owasp, phase, profile }) =>
          `| [${id}](${id}.md) | ${cell(title)} | ${severity} | ${cwe} | ${owasp} | ${phase} | ${profile} |`,
      ),
    ].join('\n'),
  ].join('\n\n') + '\n'

function pageOf(meta: CheckFacts): string {
  return (
    [
      GENERATED,
      `# ${meta.id}: ${meta.title}`,
      factsOf(meta),
      '## What it is',
      meta.description,
      '## What is sent',
      `This check ${PHASES[meta.phase]}.${meta.timed === true ? ' It measures time, so it runs alone, one place after the other.' : ''}`,
      meta.probes.map((probe) => `- ${code(probe)}`).join('\n'),
      '## How to mend it',
      meta.remediation,
      '## References',
      meta.references.map((reference) => `- <${reference}>`).join('\n'),
    ].join('\n\n') + '\n'
  )
}

function factsOf(meta: CheckFacts): string {
  const rows: readonly (readonly [name: string, value: string])[] = [
    ['Severity', `${meta.severity}, CVSS ${meta.cvss_score.toFixed(1)} (\`${meta.cvss}\`)`],
    ['Weakness', `${meta.cwe}, ${cweName(meta.cwe)}`],
    ['OWASP 2025', `${meta.owasp} ${owaspName(meta.owasp)}`],
    ['OWASP 2021', `${meta.owasp2021} ${owaspName(meta.owasp2021)}`],
    ['Category', meta.category],
    ['Phase', meta.phase],
    [
      'Profile',
      `${meta.profile} and larger${meta.optIn === true ? ', only when named in `opt_in`' : ''}`,
    ],
    ['Requests', meta.maxRequests === 0 ? 'none' : `at most ${meta.maxRequests} per place`],
    ['One finding per', meta.oncePer],
    ...(meta.discriminator === undefined ? [] : [['Told apart by', meta.discriminator] as const]),
  ]
  return [
    '| | |',
    '|---|---|',
    ...rows.map(([name, value]) => `| ${name} | ${cell(value)} |`),
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** In as many backticks as the text does not hold itself; control characters as their names. */
function code(text: string): string {
  const visible = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\')
  const longest = Math.max(0, ...(visible.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = longest > 0 || visible.startsWith(' ') ? ' ' : ''
  return `${fence}${space}${visible}${space}${fence}`
}
