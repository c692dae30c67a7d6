import type { Finding } from '../report/finding.ts'
import type { CoverageItem, Report } from '../report/report.ts'
import { SEVERITY_WORDS, type Fact } from './facts.ts'
import { code } from './html-finding.ts'
import { html, NOTHING, type Html } from './html-text.ts'
import { placeLine } from './place.ts'
import { severityAs, titlesOf, type Rows } from './rows.ts'

/** Heading and body under an anchor; nothing where there is nothing to say. */
export const section = (id: string, heading: string, body: Html): Html =>
  body.html === ''
    ? NOTHING
    : html`<section aria-labelledby="${id}">
        <h2 id="${id}">${heading}</h2>
        ${body}
      </section> `

export const factTable = (facts: readonly Fact[]): Html =>
  facts.length === 0
    ? NOTHING
    : html`<table>
        <tbody>
          ${facts.map(
            ([label, value]) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td><bdi>${value}</bdi></td>
              </tr>`,
          )}
        </tbody>
      </table> `

/** The findings at a glance, each with the way to its article. */
export function overview(issues: readonly Finding[]): Html {
  if (issues.length === 0) return html`<p>None.</p> `
  const rows = issues.map(
    (row, index) =>
      html`<tr>
        <td>${index + 1}</td>
        <td class="severity ${row.severity}">${SEVERITY_WORDS[row.severity]}</td>
        <td>
          <a href="#finding-${index + 1}"><bdi>${row.title.trim() || row.check_id}</bdi></a>
        </td>
        <td>${code(placeLine(row))}</td>
      </tr> `,
  )
  return html`<table class="list">
    <caption>
      By severity, then confidence
    </caption>
    <thead>
      <tr>
        <th scope="col">No.</th>
        <th scope="col" class="severity">Severity</th>
        <th scope="col">Weakness</th>
        <th scope="col">Where</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table> `
}

/** What is not an issue, and what was tested: the second half of the report. */
export function lists(report: Report, rows: Rows): readonly Html[] {
  const titles = titlesOf(report)
  const checks = (items: readonly CoverageItem[]) =>
    bullets(
      items.map(
        ({ check_id, reason }) =>
          html`<bdi>${titles.get(check_id) ?? check_id}</bdi>
            (${code(check_id)})${reason === null ? '' : `: ${reason}`}`,
      ),
    )
  return [
    section('warnings', 'Suspicious, not proved', bullets(rows.warnings.map(line))),
    section('suppressed', 'Suppressed', bullets(rows.suppressed.map(suppressed))),
    section('observations', 'Observations', bullets(rows.observations.map(line))),
    section('passed', 'Passed', checks(rows.passed)),
    section('not-tested', 'Not tested', checks(rows.notTested)),
  ]
}

export const bullets = (items: readonly Html[]): Html =>
  items.length === 0
    ? NOTHING
    : html`<ul>
        ${items.map((item) => html`<li>${item}</li> `)}
      </ul> `

const line = (row: Finding): Html =>
  html`<bdi>${row.title}</bdi> (${SEVERITY_WORDS[severityAs(row)]}): ${code(placeLine(row))}`

function suppressed(row: Finding): Html {
  const { state, reason, by, until } = row.triage
  const why = [state.replaceAll('_', ' '), reason, by && `by ${by}`, until && `until ${until}`]
  return html`${line(row)}: <bdi>${why.filter(Boolean).join(', ')}</bdi>`
}
