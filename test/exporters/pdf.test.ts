import { describe, expect, it } from 'vitest'

import { NO_CONTEXT } from '../../src/exporters/document/context.ts'
import { renderPdf } from '../../src/exporters/pdf/render.ts'
import type { Report } from '../../src/report/report.ts'
import {
  fullContext,
  HAS_PDF_TOOLS,
  pdfObjects,
  pdfPages,
  qpdfCheck,
  squeezed,
} from '../support/documents.ts'
import { packagedFonts } from '../support/fonts.ts'
import { hostileReport } from '../support/hostile-report.ts'
import { HOSTILE } from '../support/hostile-strings.ts'
import { reportFixture } from '../support/report-fixture.ts'

const { source } = packagedFonts()
const pdfOf = (report: Report, context = fullContext(report)): Promise<Uint8Array> =>
  renderPdf([{ report, context }], source)

const SECTIONS = [
  'Executive summary',
  'Scope and authorisation',
  'Change since the previous scan',
  'Overview of findings',
  'Findings in detail',
  'Accepted and dismissed findings',
  'Passed checks',
  'Not tested',
  'Performance',
  'Methodology and limits',
]

describe.skipIf(!HAS_PDF_TOOLS)('a report as PDF', async () => {
  const report = reportFixture(14)
  const bytes = await pdfOf(report)
  const pages = pdfPages(bytes)
  const objects = pdfObjects(bytes)

  it('is sound, and the same for the same report', { timeout: 30_000 }, async () => {
    expect(qpdfCheck(bytes)).toBe('')
    expect(await pdfOf(reportFixture(14))).toEqual(bytes)
  })

  it('says on the cover what was examined and how it stands', () => {
    const [cover = ''] = pages
    expect(cover).toContain('https://shop.example:8443/')
    expect(cover).toContain('20 November 2026')
    expect(cover).toMatch(/\bF\b[\s\S]*GRADE/)
    expect(cover).toMatch(/Risk score[\s\S]*100/)
  })

  it.each(SECTIONS)('has the section %s on the page that the contents name', (title) => {
    const entry = pages[1]?.split('\n').find((line) => line.startsWith(title))
    const number = Number(entry?.trim().split(/\s+/).at(-1))
    expect(pages[number - 1]?.split('\n').map((line) => line.trim())).toContain(title)
  })

  it('counts its pages on every page but the cover', () => {
    expect(pages[0]).not.toContain('Page 1 of')
    for (const [at, page] of pages.entries()) {
      if (at > 0) expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    }
  })

  it('names the page of each finding in the overview', () => {
    const rows = pages
      .flatMap((page) => page.split('\n'))
      .filter((line) => /^ *\d+ +(?:Critical|High|Medium|Low) .*\d+$/.test(line))
    expect(rows.length).toBe(14)
    for (const row of rows) {
      const number = Number(row.trim().split(/\s+/)[0])
      const page = Number(row.trim().split(/\s+/).at(-1))
      expect(pages[page - 1]).toMatch(new RegExp(`^${number}\\. `, 'm'))
    }
  })

  it('tells of every finding its place, evidence, messages, way to repeat it, cure and sources', () => {
    const text = squeezed(pages.join('\n').replaceAll(/^.*Page \d+ of \d+$/gm, ''))
    for (const row of report.results.vulnerabilities.filter((row) => row.status === 'vulnerable')) {
      const told = [row.url, row.id, row.request, row.response, row.curl, ...row.references]
      for (const each of [...told, row.ai_pentest_narrative, row.ai_remediation]) {
        expect(text).toContain(squeezed(each ?? ''))
      }
    }
  })

  it('draws the trend, the change and the checks', () => {
    const text = pages.join('\n')
    expect(text).toMatch(/97 +95 +88 +100/)
    expect(text).toContain('2 new findings, 2 fixed, 5 unchanged')
    expect(text).toContain('Risk accepted by anna@shop.example')
    expect(text).toContain('sqli.error.other')
    expect(text).toContain('no browser')
  })

  it('has bookmarks for its headings, properties, and links to https alone', () => {
    const outline = objects.filter((object) => '/Title' in object && '/Dest' in object)
    const titles = outline.map((entry) => String(entry['/Title']).replace('u:', ''))
    expect(titles.filter((title) => SECTIONS.includes(title))).toEqual(SECTIONS)
    expect(titles.filter((title) => /^\d+\. /.test(title)).length).toBe(14)
    const info = objects.find((object) => '/Producer' in object)
    expect(info?.['/Title']).toBe('u:Web security report: https://shop.example:8443/')
    expect(info?.['/CreationDate']).toBe('u:D:20261120104207Z')
    const links = objects.filter((object) => object['/Subtype'] === '/Link')
    const targets = links.flatMap((link) => (link['/A'] as { '/URI'?: string })?.['/URI'] ?? [])
    expect(new Set(targets.map((target) => target.slice(0, 10)))).toEqual(new Set(['u:https://']))
    expect(links.filter((link) => '/Dest' in link).length).toBeGreaterThan(30)
  })
})

describe.skipIf(!HAS_PDF_TOOLS)('other reports as PDF', () => {
  it('say that a scan is partial, is the first, found nothing and measured nothing', async () => {
    const empty = reportFixture(0)
    const results = { ...empty.results, vulnerabilities: [], performance: null, partial: true }
    const bytes = await pdfOf({ ...empty, results, previous: null, coverage: [] }, NO_CONTEXT)
    const text = pdfPages(bytes).join('\n').replaceAll(/\s+/g, ' ')
    expect(qpdfCheck(bytes)).toBe('')
    expect(text).toContain('This scan is partial')
    expect(text).toContain('This is the first scan')
    expect(text).toContain('There are no findings to describe')
    expect(text).toContain('Performance was not measured')
  })
})

describe.skipIf(!HAS_PDF_TOOLS)('several reports in one PDF', async () => {
  const first = { report: reportFixture(2), context: NO_CONTEXT }
  const scan = { ...first.report.scan, target_url: 'https://second.example/' }
  const second = { report: { ...reportFixture(1), scan }, context: NO_CONTEXT }
  const latin = packagedFonts()
  const bytes = await renderPdf([first, second], latin.source)
  const text = pdfPages(bytes).join('\n')

  it('stand one behind the other, each under its own bookmark', () => {
    expect(qpdfCheck(bytes)).toBe('')
    expect(text.indexOf('Scan 2: https://second.example/')).toBeGreaterThan(
      text.indexOf('Scan 1: https://shop.example:8443/'),
    )
    expect(text.match(/^ *Methodology and limits$/gm)?.length).toBe(1)
  })

  it('keep the labels of a chart clear of its bars, however few the findings are', () => {
    expect(text.match(/A10 Mishandling of Exceptional Conditions +0$/gm)).toHaveLength(2)
  })

  it('ask for the fonts of their letters only', () => {
    expect(latin.asked).toEqual([
      'NotoSans-Regular.ttf',
      'NotoSans-Bold.ttf',
      'NotoSansMono-Regular.ttf',
    ])
  })
})

describe.skipIf(!HAS_PDF_TOOLS)('hostile text in a PDF', async () => {
  const bytes = await pdfOf(hostileReport(Object.values(HOSTILE)), NO_CONTEXT)
  const text = squeezed(pdfPages(bytes).join('\n'))

  it('leaves the file sound and gives it nothing that acts', { timeout: 30_000 }, () => {
    expect(qpdfCheck(bytes)).toBe('')
    for (const object of pdfObjects(bytes)) {
      const keys = ['/JS', '/JavaScript', '/OpenAction', '/AA', '/Launch', '/EmbeddedFile']
      expect(keys.filter((key) => key in object)).toEqual([])
      expect(['undefined', '/URI']).toContain(String(object['/S']))
    }
  })

  it.each([
    ['script', '<script>alert(1)</script>'],
    ['CDATA end', 'a]]>b'],
    ['formula', '=HYPERLINK("https://evil.example/","click")'],
    ['Cyrillic and Greek', 'УязвимостьΕυπάθεια'],
    ['Chinese, Japanese and Korean', '漏洞脆弱性취약점'],
    ['Hebrew', 'שלום'],
    ['NUL', 'a[U+0000]b'],
    ['escape', '[U+001B][31mred'],
    ['override of direction', 'invoice[U+202E]gnp.exe'],
    ['what no font has', '[U+1D573]'],
    ['lone surrogate', 'a\uFFFDb'],
  ])('shows %s', (_, shown) => {
    expect(text).toContain(shown)
  })
})

it('asks for the font of one script without those of its neighbours', async () => {
  const korean = packagedFonts()
  await renderPdf([{ report: hostileReport(['취약점']), context: NO_CONTEXT }], korean.source)
  expect(korean.asked).toContain('NotoSansKR-Regular.ttf')
  expect(korean.asked).not.toContain('NotoSansSC-Regular.ttf')
})
