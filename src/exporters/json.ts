import { mapTexts } from './clean.ts'
import { utf8, type Exporter } from './exporter.ts'

/** The report as it is, suppressed rows with their triage: nothing is left out. */
export const json: Exporter = {
  name: 'json',
  contentType: 'application/json',
  extension: 'json',
  version: 1,
  // I-JSON (RFC 7493 §2.1) has no lone surrogates; control characters are escaped and stay.
  render: (report) => utf8(`${JSON.stringify(mapTexts(report, wellFormed), null, 2)}\n`),
}

const wellFormed = (text: string): string => text.toWellFormed()
