import type { Finding } from '../report/finding.ts'
import { aroundMatch, splitEvidence } from './evidence.ts'
import { SEVERITY_WORDS, spaced } from './facts.ts'
import { html, NOTHING, webUrl, type Html } from './html-text.ts'
import { placeLine } from './place.ts'
import { narrativeOf } from './narrative.ts'

/** A finding with all that is known of it. */
export const findingArticle = (row: Finding, index: number): Html =>
  html`<article class="finding" id="finding-${index + 1}">
    <h3>
      ${index + 1}. <bdi>${row.title}</bdi>
      <span class="severity ${row.severity}">${SEVERITY_WORDS[row.severity]}</span>
    </h3>
    ${factRows(row)}
    <p><bdi>${row.description}</bdi></p>
    <h4>Evidence</h4>
    ${evidence(row)}
    ${message('Request', row.request, null)}${message('Response', row.response, splitEvidence(row).match)}${reproduce(row)}
    <h4>What to do</h4>
    <p><bdi>${row.ai_remediation ?? row.remediation}</bdi></p>
    ${narrative(row)}${instances(row)}${references(row)}
  </article> `

function factRows(row: Finding): Html {
  const facts: readonly (readonly [string, Html])[] = [
    ['Where', code(`${row.method} ${row.url}`)],
    ['Parameter', row.parameter === '' ? NOTHING : html`${code(row.parameter)} (${row.location})`],
    ['Class', html`${row.cwe_id} ${row.cwe_name}, OWASP ${row.owasp_id}`],
    ['CVSS', html`${row.cvss_score.toFixed(1)} ${row.cvss_vector ?? ''}`],
    ['Confidence', html`${row.confidence}. <bdi>${row.confidence_reason}</bdi>`],
    ['First seen', html`${row.first_seen === null ? '' : spaced(row.first_seen)}`],
    ['Due', html`${row.due_date === null ? '' : spaced(row.due_date)}`],
    ['Check', code(row.check_id)],
    ['Fingerprint', code(row.fingerprint)],
  ]
  const shown = facts.filter(([, value]) => value.html !== '')
  return html`<table>
    <tbody>
      ${shown.map(
        ([label, value]) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td>${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

export const code = (text: string): Html => html`<code>${text}</code>`

function evidence(row: Finding): Html {
  const { note, match } = splitEvidence(row)
  return html`<p><bdi>${withCode(note)}</bdi></p>
    ${match === null ? NOTHING : html`<pre><mark>${match}</mark></pre>`}`
}

/** Notes name parameters and headers between backticks. */
const withCode = (text: string): readonly Html[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? code(part) : html`${part}`))

/** Requests and responses are folded on screen and open on paper. */
function message(label: string, text: string | null, match: string | null): Html {
  if (!text) return NOTHING
  const parts = aroundMatch(text, match)
  const body = parts === null ? html`${text}` : html`${parts[0]}<mark>${parts[1]}</mark>${parts[2]}`
  return html`<details>
    <summary>${label}</summary>
    <pre>${body}</pre>
  </details> `
}

const reproduce = (row: Finding): Html =>
  row.curl === null
    ? NOTHING
    : html`<h4>Reproduce</h4>
        <pre>${row.curl}</pre> `

function narrative(row: Finding): Html {
  const told = narrativeOf(row)
  if (told === null) return NOTHING
  return html`<h4>How it can be used</h4>
    <p><bdi>${told}</bdi></p> `
}

function instances(row: Finding): Html {
  if (row.instances.length === 0) return NOTHING
  const items = row.instances.map((place) => html`<li>${code(placeLine(place))}</li>`)
  return html`<h4>Also seen at (${row.instances_count} places in all)</h4>
    <ul>
      ${items}
    </ul> `
}

function references(row: Finding): Html {
  if (row.references.length === 0) return NOTHING
  const items = row.references.map((each) => {
    const href = webUrl(each)
    return href === null
      ? html`<li>${each}</li>`
      : html`<li><a href="${href}" rel="noopener noreferrer" target="_blank">${each}</a></li>`
  })
  return html`<h4>References</h4>
    <ul>
      ${items}
    </ul> `
}
