import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

import { NO_CONTEXT } from '../../src/exporters/document/context.ts'
import { renderDocx } from '../../src/exporters/docx/render.ts'
import type { Report } from '../../src/report/report.ts'
import { fullContext, squeezed } from '../support/documents.ts'
import { hostileReport } from '../support/hostile-report.ts'
import { HOSTILE } from '../support/hostile-strings.ts'
import { reportFixture } from '../support/report-fixture.ts'
import { textsAt, withXml } from '../support/xml-read.ts'

const NS = `namespace-uri()='http://schemas.openxmlformats.org/wordprocessingml/2006/main'`
const w = (name: string): string => `*[local-name()='${name}' and ${NS}]`

type Parts = Readonly<Record<string, Uint8Array>>

async function partsOf(report: Report, context = fullContext(report)): Promise<Parts> {
  return unzipSync(await renderDocx({ report, context }))
}
const part = (parts: Parts, name: string): Uint8Array => {
  const bytes = parts[name]
  if (bytes === undefined) throw new Error(`No part ${name}`)
  return bytes
}
/** Text of the body; a paragraph is a line. */
const bodyText = (parts: Parts): string =>
  withXml(part(parts, 'word/document.xml'), (root) =>
    root
      .find(`//${w('p')}`)
      .map((paragraph) => textsAt(paragraph, `.//${w('t')}`).join(''))
      .join('\n'),
  )
const valuesAt = (parts: Parts, xpath: string): readonly string[] =>
  withXml(part(parts, 'word/document.xml'), (root) => textsAt(root, xpath))

describe('a report as Word document', async () => {
  const report = reportFixture(14)
  const parts = await partsOf(report)
  const text = bodyText(parts)

  it('has the parts that Word needs, each well-formed', () => {
    const names = Object.keys(parts)
    expect(names).toEqual(
      expect.arrayContaining([
        '[Content_Types].xml',
        '_rels/.rels',
        'docProps/core.xml',
        'word/_rels/document.xml.rels',
        'word/document.xml',
        'word/footer1.xml',
        'word/numbering.xml',
        'word/styles.xml',
      ]),
    )
    for (const bytes of Object.values(parts)) expect(withXml(bytes, () => 'read')).toBe('read')
  })

  it('is the same for the same report', async () => {
    const context = fullContext(report)
    const once = await renderDocx({ report, context })
    expect(await renderDocx({ report: reportFixture(14), context })).toEqual(once)
  })

  it('carries the date of the scan, its title and styles that Word navigates by', () => {
    const core = strFromU8(part(parts, 'docProps/core.xml'))
    expect(core).toContain('>2026-11-20T10:42:07Z<')
    expect(core).toContain('Web security report: https://shop.example:8443/')
    const styles = withXml(part(parts, 'word/styles.xml'), (root) =>
      textsAt(root, `//${w('style')}/@*[local-name()='styleId']`),
    )
    expect(styles).toEqual(expect.arrayContaining(['Title', 'Heading1', 'Heading2', 'Heading3']))
    const used = valuesAt(parts, `//${w('pStyle')}/@*[local-name()='val']`)
    expect([...new Set(used)].filter((id) => !styles.includes(id))).toEqual([])
  })

  it('lists every heading in its contents with a reference to its page', () => {
    const headings = valuesAt(
      parts,
      `//${w('p')}[${w('pPr')}/${w('pStyle')}[starts-with(@*,'Heading')]]`,
    )
    const listed = valuesAt(
      parts,
      `//${w('p')}[${w('pPr')}/${w('pStyle')}[starts-with(@*,'TOC')]]//${w('t')}`,
    )
    expect(headings.length).toBe(10 + 1 + 14 + 2)
    expect(listed).toEqual(headings)
    const names = valuesAt(parts, `//${w('bookmarkStart')}/@*[local-name()='name']`)
    const wanted = valuesAt(parts, `//${w('instrText')}`).flatMap(
      (field) => field.match(/PAGEREF (\S+)/)?.[1] ?? [],
    )
    expect(wanted.length).toBe(headings.length + 14)
    expect(wanted.filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it('resolves every link, and to https alone', () => {
    const used = valuesAt(parts, `//${w('hyperlink')}/@*[local-name()='id']`)
    const rels = strFromU8(part(parts, 'word/_rels/document.xml.rels'))
    const targets = [
      ...rels.matchAll(/Id="([^"]+)"[^>]*Target="([^"]+)"[^>]*TargetMode="External"/g),
    ]
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((id) => !targets.some(([, known]) => known === id))).toEqual([])
    for (const [, , target] of targets) expect(target).toMatch(/^https:\/\//)
  })

  it('has tables whose cells fill the grid and end in a paragraph', () => {
    withXml(part(parts, 'word/document.xml'), (root) => {
      const tables = root.find(`//${w('tbl')}`)
      expect(tables.length).toBeGreaterThan(8)
      for (const table of tables) {
        const columns = table.find(`./${w('tblGrid')}/${w('gridCol')}`).length
        for (const row of table.find(`./${w('tr')}`)) {
          const cells = row.find(`./${w('tc')}`)
          const spans = cells.map((cell) =>
            Number(textsAt(cell, `./${w('tcPr')}/${w('gridSpan')}/@*`)[0] ?? 1),
          )
          expect(spans.reduce((sum, span) => sum + span, 0)).toBe(columns)
          for (const cell of cells) expect(cell.find(`./${w('p')}[last()]`).length).toBe(1)
        }
      }
    })
  })

  it('tells of every finding its place, evidence, messages, way to repeat it, cure and sources', () => {
    const body = squeezed(text)
    for (const row of report.results.vulnerabilities.filter((row) => row.status === 'vulnerable')) {
      const told = [row.url, row.id, row.request, row.response, row.curl, ...row.references]
      for (const each of [...told, row.ai_pentest_narrative, row.ai_remediation]) {
        expect(body).toContain(squeezed(each ?? ''))
      }
    }
    expect(text).toContain('2 new findings, 2 fixed, 5 unchanged')
    expect(text).toContain('Risk accepted by anna@shop.example')
  })

  it('highlights what proves a finding', () => {
    const marked = valuesAt(parts, `//${w('r')}[${w('rPr')}/${w('shd')}[@*[.='FFE08A']]]/${w('t')}`)
    expect(marked).toContain('<input value=""><svg onload=x7f3a()>">')
    expect(marked.length).toBeGreaterThan(14)
  })
})

describe('hostile text in a Word document', async () => {
  const parts = await partsOf(hostileReport(Object.values(HOSTILE)), NO_CONTEXT)
  const text = bodyText(parts)

  it('is text and nothing else: no field, object or script of it', () => {
    for (const bytes of Object.values(parts)) expect(withXml(bytes, () => 'read')).toBe('read')
    const fields = valuesAt(parts, `//${w('instrText')}`).map((field) => field.trim().split(' ')[0])
    expect(new Set(fields)).toEqual(new Set(['PAGEREF']))
    expect(valuesAt(parts, `//${w('object')}|//${w('drawing')}|//${w('pict')}`)).toEqual([])
    expect(Object.keys(parts).filter((name) => /vba|embeddings|activeX/i.test(name))).toEqual([])
  })

  it.each([
    ['script', '<script>alert(1)</script>'],
    ['CDATA end', 'a]]>b'],
    ['NUL', 'a[U+0000]b'],
    ['override of direction', 'invoice[U+202E]gnp.exe'],
    ['Hebrew and Arabic', 'שלום עולם مرحبا'],
    ['joined emoji', '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪'],
    ['letters beyond the first plane', '𝕳𝖊𝖑𝖑𝖔 𠜎'],
    ['Chinese, Japanese and Korean', '漏洞 脆弱性 취약점'],
    ['lone surrogate', 'a\uFFFDb'],
  ])('keeps %s', (_, kept) => {
    expect(text).toContain(kept)
  })
})
