import type { Grade } from '../../report/grade.ts'
import type { Severity } from '../../report/severity.ts'

/** RRGGBB. Their lightness falls with the severity, so that bars differ when printed in grey. */
export const SEVERITY_COLOURS: Readonly<Record<Severity, string>> = {
  critical: '6E0F1E',
  high: 'B93A1C',
  medium: 'D5800F',
  low: 'A6C8E4',
  info: 'DDE3E9',
}
/** Text on those. */
export const ON_SEVERITY: Readonly<Record<Severity, string>> = {
  critical: 'FFFFFF',
  high: 'FFFFFF',
  medium: '1B1B1B',
  low: '1B1B1B',
  info: '1B1B1B',
}
export const GRADE_COLOURS: Readonly<Record<Grade, string>> = {
  'A+': '1E7A46',
  A: '1E7A46',
  B: '5B8C2A',
  C: 'C58A10',
  D: 'B9501C',
  F: '8B1424',
}
export const COLOURS = {
  text: '1F2933',
  muted: '5B6775',
  rule: 'D3DAE1',
  fill: 'F3F5F8',
  brand: '14304F',
  accent: '2E6DA8',
  link: '1A5A96',
  mark: 'FFE08A',
  notice: 'FFF5DC',
  noticeRule: 'C58A10',
  white: 'FFFFFF',
} as const
