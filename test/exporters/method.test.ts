import { expect, it } from 'vitest'

import { CVSS_RANGES } from '../../src/exporters/document/method.ts'
import { severityOf } from '../../src/report/cvss.ts'
import { SEVERITIES } from '../../src/report/severity.ts'

it.each(SEVERITIES)('tells the scores of %s as the service rates them', (severity) => {
  for (const score of CVSS_RANGES[severity]) expect(severityOf(Number(score))).toBe(severity)
})
