import type { PDFFont } from 'pdf-lib'

import type { FontName, FontSource } from '../fonts.ts'
import { named } from '../document/visible.ts'

export type FontStyle = 'regular' | 'bold' | 'mono'
/** A glyph ready to be shown: which font of the page, its code there, its width in 1/1000 em. */
export type Glyph = Readonly<{ font: string; hex: string; width: number }>
export type EmbedFont = (bytes: Uint8Array, name: string) => Promise<PDFFont>

const PRIMARY: Readonly<Record<FontStyle, FontName>> = {
  regular: 'NotoSans-Regular.ttf',
  bold: 'NotoSans-Bold.ttf',
  mono: 'NotoSansMono-Regular.ttf',
}
const STYLES = ['regular', 'bold', 'mono'] as const

/** Asked in this order for what the primary font lacks; a font is loaded for its own characters only. */
const FALLBACKS: readonly (readonly [name: FontName, asked: RegExp])[] = [
  ['NotoSans-Regular.ttf', /./su],
  ['NotoEmoji-Regular.ttf', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u],
  [
    'NotoSansSC-Regular.ttf',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303F\u3200-\u33FF\uFF00-\uFFEF]/u,
  ],
  ['NotoSansKR-Regular.ttf', /\p{Script=Hangul}/u],
  ['DejaVuSans.ttf', /./su],
]
/** Joiners and variation selectors choose between forms of what stands before them: no ink of their own. */
const INKLESS = /\p{Join_Control}|[\uFE00-\uFE0F]/u
/** What the layout itself adds to the texts of a document: words, numbers and a few marks. */
const OWN_TEXT = `…•${Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')}`

type Face = Readonly<{ key: string; font: PDFFont; covers: ReadonlySet<number> }>

/**
 * Chooses a font per character and knows every width. Made for the characters of one document, so
 * that layout never waits.
 */
export class Faces {
  readonly #faces = new Map<FontName, Face>()
  readonly #glyphs: Readonly<Record<FontStyle, Map<string, readonly Glyph[]>>> = {
    regular: new Map(),
    bold: new Map(),
    mono: new Map(),
  }

  static async load(text: string, source: FontSource, embed: EmbedFont): Promise<Faces> {
    const faces = new Faces()
    const chars = new Set(OWN_TEXT + text)
    for (const style of STYLES) {
      for (const char of chars) await faces.#learn(style, char, source, embed)
    }
    return faces
  }

  /** Fonts by the key under which pages name them. */
  fonts(): readonly (readonly [key: string, font: PDFFont])[] {
    return [...this.#faces.values()].map(({ key, font }) => [key, font])
  }

  glyphs(char: string, style: FontStyle): readonly Glyph[] {
    const known = this.#glyphs[style].get(char)
    if (known !== undefined) return known
    const [...chars] = named(char)
    return chars.flatMap((each) => this.#glyphs[style].get(each) ?? [])
  }

  /** In points. */
  width(text: string, style: FontStyle, size: number): number {
    let sum = 0
    for (const char of text) for (const glyph of this.glyphs(char, style)) sum += glyph.width
    return (sum * size) / 1000
  }

  async #learn(style: FontStyle, char: string, source: FontSource, embed: EmbedFont) {
    if (INKLESS.test(char)) {
      this.#glyphs[style].set(char, [])
      return
    }
    const code = char.codePointAt(0) ?? 0
    for (const name of candidates(style, char)) {
      const face = this.#faces.get(name) ?? (await this.#open(name, source, embed))
      if (!face.covers.has(code)) continue
      const hex = face.font.encodeText(char).asString()
      this.#glyphs[style].set(char, [
        { font: face.key, hex, width: face.font.widthOfTextAtSize(char, 1000) },
      ])
      return
    }
  }

  async #open(name: FontName, source: FontSource, embed: EmbedFont): Promise<Face> {
    const font = await embed(await source(name), name.replace('.ttf', ''))
    const key = `F${this.#faces.size + 1}`
    const face = { key, font, covers: new Set(font.getCharacterSet()) }
    this.#faces.set(name, face)
    return face
  }
}

const candidates = (style: FontStyle, char: string): readonly FontName[] => [
  PRIMARY[style],
  ...FALLBACKS.filter(([, asked]) => asked.test(char)).map(([name]) => name),
]
