import { gradeOf } from '../report/grade.ts'
import type { Report } from '../report/report.ts'
import { utf8, type Exporter } from './exporter.ts'
import { byOwasp, bySeverity, METHOD, scanFacts, sincePrevious, summarySentences } from './facts.ts'
import { barChart, scoreBar } from './html-charts.ts'
import { findingArticle } from './html-finding.ts'
import { bullets, factTable, lists, overview, section } from './html-lists.ts'
import { performance } from './html-performance.ts'
import { META_POLICY, SERVED_POLICY, STYLE } from './html-style.ts'
import { html, NOTHING, raw, type Html } from './html-text.ts'
import { hostOf } from './place.ts'
import { rowsOf, type Rows } from './rows.ts'

/** One page that needs nothing else: no script, no request, all findings in full. */
export const htmlReport: Exporter = {
  name: 'html',
  contentType: 'text/html; charset=utf-8',
  extension: 'html',
  version: 1,
  headers: { 'Content-Security-Policy': SERVED_POLICY },
  render: (report) => utf8(documentOf(report).html),
}

/** To the letter: the policy knows its text by a hash. */
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`)

function documentOf(report: Report): Html {
  const rows = rowsOf(report)
  const title = `Security report: ${hostOf(report.scan.target_url)}`
  return html`${raw('<!doctype html>\n')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${META_POLICY}" />
        <meta name="referrer" content="no-referrer" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <a class="skip" href="#findings">To the findings</a>
        <header><h1>${title}</h1></header>
        <main>
          ${top(report)}${section('scan', 'Scan', factTable(scanFacts(report)))}${section('owasp', 'By OWASP category', owaspChart(rows))}${section('since', 'Since the previous scan', paragraphs(sincePrevious(report)))}${section('findings', 'Findings', html`${overview(rows.issues)}${rows.issues.map(findingArticle)}`)}${lists(report, rows)}${section('performance', 'Performance', performance(report.results.performance))}${section('technology', 'Technology', bullets(report.results.tech_stack.map((each) => html`${each}`)))}${section('method', 'Method and limits', paragraphs(METHOD))}
        </main>
      </body>
    </html> `
}

function top(report: Report): Html {
  const { summary } = report
  const bars = bySeverity(report).map((each) => ({ ...each, class: each.severity }))
  return section(
    'summary',
    'Summary',
    html`<div class="top">
        <div class="grade" role="img" aria-label="Grade ${gradeOf(summary)}">
          ${gradeOf(summary)}
        </div>
        <div>
          <p>Risk score ${summary.risk_score} of 100</p>
          ${scoreBar('risk', 'Risk score', summary.risk_score)}
        </div>
      </div>
      <p class="lead"><bdi>${summarySentences(report).join(' ')}</bdi></p>
      ${barChart('severity', 'Weaknesses by severity', bars)}`,
  )
}

const owaspChart = (rows: Rows): Html =>
  rows.issues.length === 0
    ? NOTHING
    : barChart('owasp-chart', 'Weaknesses by OWASP category', byOwasp(rows.issues))

const paragraphs = (texts: readonly string[]): Html => ({
  html: texts.map((text) => html`<p>${text}</p> `.html).join(''),
})
