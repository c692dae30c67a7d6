import type { Badge, BadgeValue } from '../services/badge/get.ts'

type Shown = Pick<Badge, 'domain' | 'value'>

// Each colour is dark enough for white text of this size: at least 4.5:1 (WCAG 2.2, 1.4.3).
export const BADGE_COLOURS: Readonly<Record<BadgeValue, string>> = {
  'A+': '#116329',
  A: '#1a7f37',
  B: '#4d7500',
  C: '#9a6700',
  D: '#bc4c00',
  F: '#cf222e',
  unknown: '#57606a',
}
export const BADGE_LABEL_COLOUR = '#24292f'

const LABEL = 'security'
const HEIGHT = 20
const PADDING = 6
const FONT_SIZE = 11
// Advance widths of Verdana-like faces at 11 px; textLength then makes every font fit them.
const NARROW = 4
const WIDE = 9
const USUAL = 7

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeXml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- XML 1.0 has no place for them, escaped or not
  text.replace(/[\u0000-\u001f\u007f]/g, '').replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '')

const charWidth = (sign: string): number => {
  if (/[iljtfr1.]/.test(sign)) return NARROW
  return /[mwA-Z]/.test(sign) ? WIDE : USUAL
}
const widthOf = (text: string): number =>
  Array.from(text, charWidth).reduce((sum, width) => sum + width, 0)

const titleOf = ({ domain, value }: Shown): string =>
  value === 'unknown'
    ? `Security grade of ${domain}: unknown`
    : `Security grade of ${domain}: ${value}`
const descOf = ({ value }: Shown): string =>
  value === 'unknown'
    ? 'Palisade shows no grade: no completed scan of this domain by its proven owner.'
    : 'The grade of the newest completed Palisade scan of this domain, from A+ (best) to F.'

/** A self-contained SVG 1.1 image, 20 px high: no script, no link, no font from elsewhere. */
export function badgeSvg(badge: Shown): string {
  const left = widthOf(LABEL) + 2 * PADDING
  const right = widthOf(badge.value) + 2 * PADDING
  const width = left + right
  const half = (text: string, x: number) =>
    `<text x="${x}" y="14" textLength="${widthOf(text)}">${escapeXml(text)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}"`,
    ` viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escapeXml(titleOf(badge))}</title>`,
    `<desc id="desc">${escapeXml(descOf(badge))}</desc>`,
    `<clipPath id="edge"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    '<g clip-path="url(#edge)">',
    `<rect width="${left}" height="${HEIGHT}" fill="${BADGE_LABEL_COLOUR}"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${BADGE_COLOURS[badge.value]}"/>`,
    '</g>',
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${FONT_SIZE}">`,
    half(LABEL, PADDING),
    half(badge.value, left + PADDING),
    '</g></svg>\n',
  ].join('')
}
