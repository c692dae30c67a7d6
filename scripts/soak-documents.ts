import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { z } from 'zod'

import { NO_CONTEXT } from '../src/exporters/document/context.ts'
import { renderDocx } from '../src/exporters/docx/render.ts'
import { htmlReport } from '../src/exporters/html.ts'
import type { Report } from '../src/report/report.ts'
import { HAS_CHROMIUM, withPage, type Page } from '../test/support/chromium.ts'
import { hostileReport } from '../test/support/hostile-report.ts'
import { HOSTILE } from '../test/support/hostile-strings.ts'
import { reportFixture } from '../test/support/report-fixture.ts'

// Readers that are too large for continuous integration: a browser, and LibreOffice.

const REPORTS: Readonly<Record<string, Report>> = {
  fixture: reportFixture(40),
  large: reportFixture(250),
  hostile: hostileReport(Object.values(HOSTILE)),
}
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RUN_AXE = `axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' at ' + nodes[0].target.join(' ')))`

/** What is wrong with the HTML report in a browser: requests to elsewhere, scripts, accessibility. */
async function faultsOfHtml(page: Page, folder: string, report: Report): Promise<string[]> {
  const file = join(folder, 'report.html')
  await writeFile(file, htmlReport.render(report))
  const { href } = pathToFileURL(file)
  const asked = (await page.open(href)).filter((url) => url !== href)
  const scripts = await page.evaluate('document.scripts.length')
  await page.evaluate(AXE)
  const violations = z.array(z.string()).parse(await page.evaluate(RUN_AXE))
  return [
    ...asked.map((url) => `asks for ${url}`),
    ...(scripts === 0 ? [] : [`${String(scripts)} scripts`]),
    ...violations,
  ]
}

/** What LibreOffice loses of the Word document. */
async function faultsOfWord(folder: string, report: Report): Promise<string[]> {
  const file = join(folder, 'report.docx')
  await writeFile(file, await renderDocx({ report, context: NO_CONTEXT }))
  // As text: in a picture of the pages the lines of a table's cells stand between each other.
  const args = ['--headless', '--convert-to', 'txt:Text (encoded):UTF8', '--outdir', folder, file]
  const { status, stderr } = spawnSync('soffice', args, {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  })
  if (status !== 0) return [`soffice ended with ${status}: ${stderr}`]
  const text = readFileSync(join(folder, 'report.txt'), 'utf8')
  const issues = report.results.vulnerabilities.filter((row) => row.status === 'vulnerable')
  return issues.filter((row) => !text.includes(row.id)).map((row) => `lost finding ${row.id}`)
}

const HAS_WORD = spawnSync('soffice', ['--version']).status === 0
const folder = await mkdtemp(join(tmpdir(), 'palisade-documents-'))
const tell = (what: string, faults: readonly string[]): void => {
  console.log(`${what.padEnd(20)} ${faults.length === 0 ? 'good' : faults.join('; ')}`)
  if (faults.length > 0) process.exitCode = 1
}
try {
  if (HAS_CHROMIUM) {
    await withPage(async (page) => {
      for (const [name, report] of Object.entries(REPORTS)) {
        tell(`html, ${name}`, await faultsOfHtml(page, folder, report))
      }
    })
  } else console.log('html skipped: no chromium')
  if (HAS_WORD) {
    for (const [name, report] of Object.entries(REPORTS)) {
      tell(`docx, ${name}`, await faultsOfWord(folder, report))
    }
  } else console.log('docx skipped: no soffice')
} finally {
  await rm(folder, { recursive: true, force: true })
}
