import { burp } from './burp.ts'
import { csv } from './csv.ts'
import { defectdojo } from './defectdojo.ts'
import type { Exporter } from './exporter.ts'
import { htmlReport } from './html.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { sarif } from './sarif.ts'
import { stix } from './stix.ts'

/** The formats that are text, in the order in which people look for them. */
export const TEXT_EXPORTERS: readonly Exporter[] = [
  htmlReport,
  markdown,
  json,
  csv,
  sarif,
  junit,
  burp,
  stix,
  defectdojo,
]
