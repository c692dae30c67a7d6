import type { Report } from '../report/report.ts'

/**
 * What XML 1.0 §2.2 does not allow beside lone surrogates. JSON and HTML could carry some of these,
 * but databases and viewers behind them refuse or drop them.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Every character that some consumer refuses becomes U+FFFD. */
export const cleanText = (text: string): string => text.toWellFormed().replace(ILLEGAL, '\ufffd')

/** The report with every text cleaned. */
export const cleanReport = (report: Report): Report => mapTexts(report, cleanText)

/** A plain value with every text in it changed; keys stay. What needs no change is not copied. */
export const mapTexts = <T>(value: T, change: (text: string) => string): T =>
  // A text stays a text and all else is kept, so the type stays too.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  changed(value, change) as T

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
  const after = entries.map(([, each]) => changed(each, change))
  if (entries.every(([, each], index) => each === after[index])) return value
  if (Array.isArray(value)) return after
  return Object.fromEntries(entries.map(([key], index) => [key, after[index]]))
}
