import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'

import { GRADES } from '../../src/report/grade.ts'
import { BADGE_COLOURS, BADGE_LABEL_COLOUR, badgeSvg } from '../../src/ui/badge-svg.ts'

const VALUES = [...GRADES, 'unknown'] as const

/** WCAG 2.2: relative luminance of a #rrggbb colour. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrastWithWhite = (colour: string): number => 1.05 / (luminance(colour) + 0.05)

describe('badgeSvg', () => {
  it.each(VALUES)('is well-formed and says %s in text and title', (value) => {
    const svg = badgeSvg({ domain: 'shop.example', value })
    expect(XMLValidator.validate(svg)).toBe(true)
    const { svg: parsed } = new XMLParser().parse(svg)
    expect(parsed.title).toBe(`Security grade of shop.example: ${value}`)
    expect(parsed.desc.length).toBeGreaterThan(20)
    expect(svg).toContain(`>${value}</text>`)
  })

  it('takes its accessible name from title and desc', () => {
    const svg = badgeSvg({ domain: 'shop.example', value: 'A' })
    expect(svg).toMatch(/role="img" aria-labelledby="title desc"/)
  })

  it.each([BADGE_LABEL_COLOUR, ...Object.values(BADGE_COLOURS)])(
    'shows white text readably on %s',
    (colour) => expect(contrastWithWhite(colour)).toBeGreaterThanOrEqual(4.5),
  )

  it('gives unknown and every grade a colour of its own', () => {
    expect(new Set(Object.values(BADGE_COLOURS)).size).toBe(VALUES.length)
  })

  it('escapes whatever stands for a domain', () => {
    const svg = badgeSvg({ domain: `"><script>alert(1)</script>&'\u0000\u0008`, value: 'A' })
    expect(XMLValidator.validate(svg)).toBe(true)
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;:')
  })

  it('loads nothing and runs nothing', () => {
    const svg = badgeSvg({ domain: 'shop.example', value: 'F' })
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|href|on\w+=/)
  })
})
