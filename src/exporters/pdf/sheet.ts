import type { Faces } from './faces.ts'
import { inVisualOrder } from './bidi.ts'
import type { Line, Span } from './lines.ts'

export const PAGE = { width: 595.28, height: 841.89 } as const
/** A rectangle that leads to an address or to an anchor of the document; y is from the top. */
export type LinkArea = Readonly<{
  x: number
  y: number
  width: number
  height: number
  link?: string | undefined
  to?: string | undefined
}>

const point = (value: number): string => String(Math.round(value * 100) / 100)
const fromTop = (y: number): string => point(PAGE.height - y)

/** `RRGGBB` as PDF's three numbers from 0 to 1. */
const rgb = (hex: string): string =>
  [0, 2, 4].map((at) => point(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ')

/** One page as operators. Points from the upper left corner, y downwards. */
export class Sheet {
  readonly #faces: Faces
  readonly #ops: string[] = []
  readonly links: LinkArea[] = []

  constructor(faces: Faces) {
    this.#faces = faces
  }

  content(): string {
    return this.#ops.join('\n')
  }

  rect(x: number, y: number, width: number, height: number, colour: string): void {
    const box = [point(x), fromTop(y + height), point(width), point(height)].join(' ')
    this.#ops.push(`${rgb(colour)} rg ${box} re f`)
  }

  path(points: readonly (readonly [x: number, y: number])[], colour: string, thickness = 0.6) {
    const steps = points.map(([x, y], at) => `${point(x)} ${fromTop(y)} ${at === 0 ? 'm' : 'l'}`)
    this.#ops.push(`${rgb(colour)} RG ${point(thickness)} w ${steps.join(' ')} S`)
  }

  /** `baseline` is from the top of the page. */
  line(line: Line, x: number, baseline: number): void {
    let at = x
    for (const span of line) {
      this.#show(span, at, baseline)
      if (span.link !== undefined || span.to !== undefined) {
        const { width, size, link, to } = span
        this.links.push({ x: at, y: baseline - size, width, height: size * 1.3, link, to })
      }
      at += span.width
    }
  }

  /** A text in one look, from x to the right; ends at x when `align` says so. */
  text(
    text: string,
    x: number,
    baseline: number,
    look: Omit<Span, 'text' | 'width'>,
    align: 'left' | 'right' | 'centre' = 'left',
  ): void {
    const width = this.#faces.width(text, look.style, look.size)
    const shift = { left: 0, right: width, centre: width / 2 }[align]
    this.line([{ ...look, text, width }], x - shift, baseline)
  }

  #show({ text, style, size, colour }: Span, x: number, baseline: number): void {
    if (text.trim() === '') return
    const ops: string[] = [`BT ${rgb(colour)} rg ${point(x)} ${fromTop(baseline)} Td`]
    let font = ''
    let codes = ''
    const flush = () => {
      if (codes !== '') ops.push(`/${font} ${point(size)} Tf <${codes}> Tj`)
      codes = ''
    }
    for (const char of inVisualOrder(text)) {
      for (const glyph of this.#faces.glyphs(char, style)) {
        if (glyph.font !== font) flush()
        font = glyph.font
        codes += glyph.hex
      }
    }
    flush()
    this.#ops.push(`${ops.join(' ')} ET`)
  }
}
