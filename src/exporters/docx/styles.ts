import type { IStylesOptions } from 'docx'

import { COLOURS } from '../document/palette.ts'
import { FONTS, SIZES, WIDTH, type Lib } from './kit.ts'

/** The room of the labels before facts. */
const FACT_LABEL = 2_050
const CONTENTS = [
  { id: 'TOC1', run: { bold: true }, before: 90, left: 0 },
  { id: 'TOC2', run: { size: SIZES.label }, before: 0, left: 280 },
  { id: 'TOC3', run: { size: SIZES.label }, before: 0, left: 560 },
] as const

/** The look of all paragraphs; ids Title and Heading1 to Heading3 are what Word navigates by. */
export function stylesOf(lib: Lib): IStylesOptions {
  const lineRule = lib.LineRuleType.AUTO
  const side = (color: string, size: number) =>
    ({ style: lib.BorderStyle.SINGLE, size, space: 6, color }) as const
  const fill = (colour: string) => ({ type: lib.ShadingType.CLEAR, color: 'auto', fill: colour })
  const heading = (size: number, color: string, before: number, after: number) => ({
    run: { size, bold: true, color, font: FONTS.text },
    paragraph: { spacing: { before, after }, keepNext: true, keepLines: true },
  })
  const own = (id: string, run: object, paragraph: object) => ({
    id,
    name: id,
    basedOn: 'Normal',
    quickFormat: true,
    run,
    paragraph,
  })
  return {
    default: {
      document: {
        run: { font: FONTS.text, size: SIZES.text, color: COLOURS.text },
        paragraph: { spacing: { before: 0, after: 110, line: 264, lineRule } },
      },
      title: { run: { size: 60, bold: true, color: COLOURS.white, font: FONTS.text } },
      heading1: heading(38, COLOURS.brand, 480, 160),
      heading2: heading(25, COLOURS.text, 380, 100),
      heading3: heading(22, COLOURS.text, 300, 80),
    },
    paragraphStyles: [
      own(
        'Label',
        { size: SIZES.label, bold: true, color: COLOURS.brand },
        { spacing: { before: 150, after: 40 }, keepNext: true },
      ),
      own('Lead', { size: SIZES.lead }, { spacing: { after: 140, line: 280, lineRule } }),
      own('Small', { size: SIZES.small, color: COLOURS.muted }, { spacing: { after: 80 } }),
      own(
        'Notice',
        {},
        {
          spacing: { before: 80, after: 160 },
          shading: fill(COLOURS.notice),
          border: { left: side(COLOURS.noticeRule, 24) },
        },
      ),
      own(
        'Code',
        { font: FONTS.code, size: SIZES.code, noProof: true },
        {
          spacing: { before: 30, after: 130, line: 240, lineRule },
          shading: fill(COLOURS.fill),
          border: { left: side(COLOURS.rule, 12) },
          indent: { left: 120, right: 60 },
        },
      ),
      own(
        'Fact',
        { size: SIZES.label },
        {
          spacing: { before: 0, after: 40, line: 250, lineRule },
          indent: { left: FACT_LABEL, hanging: FACT_LABEL },
          tabStops: [{ type: lib.TabStopType.LEFT, position: FACT_LABEL }],
        },
      ),
      own('Cell', { size: SIZES.table }, { spacing: { before: 0, after: 0, line: 240, lineRule } }),
      own(
        'ContentsTitle',
        { size: 38, bold: true, color: COLOURS.brand },
        { spacing: { after: 240 } },
      ),
      ...CONTENTS.map(({ id, run, before, left }) =>
        own(id, run, {
          spacing: { before, after: 20 },
          indent: { left },
          tabStops: [{ type: lib.TabStopType.RIGHT, position: WIDTH, leader: lib.LeaderType.DOT }],
        }),
      ),
    ],
  }
}
