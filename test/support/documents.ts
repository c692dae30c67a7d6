import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { DocumentContext } from '../../src/exporters/document/context.ts'
import type { Report } from '../../src/report/report.ts'

const has = (tool: string): boolean => spawnSync(tool, ['--version']).error === undefined
/** Of Debian's qpdf and poppler-utils; .ci/run installs them. */
export const HAS_PDF_TOOLS = has('qpdf') && has('pdftotext')
if (!HAS_PDF_TOOLS) console.info('Tests that need qpdf and pdftotext are skipped: not installed.')

function onFile(bytes: Uint8Array, tool: string, ...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'palisade-document-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, bytes)
    const all = args.map((arg) => (arg === '{}' ? file : arg))
    return spawnSync(tool, all, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What qpdf has against the file; empty when nothing. */
export function qpdfCheck(pdf: Uint8Array): string {
  const { status, stdout, stderr } = onFile(pdf, 'qpdf', '--check', '{}')
  return status === 0 ? '' : `${stdout}${stderr}`
}

/** The objects of the file as qpdf reads them, by their number. */
export function pdfObjects(pdf: Uint8Array): readonly Readonly<Record<string, unknown>>[] {
  const { stdout } = onFile(pdf, 'qpdf', '--json', '--json-key=qpdf', '{}')
  const [, objects] = JSON.parse(stdout).qpdf
  return Object.values(objects).flatMap((object) => {
    const { value, stream } = object as { value?: unknown; stream?: { dict: unknown } }
    const found = stream?.dict ?? value
    return isDictionary(found) ? [found] : []
  })
}

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of each page, lines as they stand on it. */
export function pdfPages(pdf: Uint8Array): readonly string[] {
  const { stdout } = onFile(pdf, 'pdftotext', '-layout', '-enc', 'UTF-8', '{}', '-')
  return stdout.split('\f').slice(0, -1)
}

/** Without blanks and line ends: lines are broken anywhere. */
export const squeezed = (text: string): string => text.replaceAll(/\s+/g, '')

/** New and fixed findings, and an HTML report to point to. */
export function fullContext(report: Report): DocumentContext {
  const changed = report.results.vulnerabilities.filter((row) => row.status === 'vulnerable')
  return {
    changes: {
      previous: { scan_id: 'earlier-2', completed_at: '2026-11-13T10:40:00' },
      new_findings: changed.slice(0, 2),
      fixed_findings: changed.slice(2, 4),
      unchanged_count: 5,
    },
    html_url: 'https://palisade.example/report.html',
  }
}
